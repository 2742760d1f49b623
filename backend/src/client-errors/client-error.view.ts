import type { ClientErrorRow } from '@kickoff/contracts';

import type { ClientError } from './client-error.schema.js';

export function toClientErrorRow(error: ClientError): ClientErrorRow {
  const { kind, remote, page, version, message, count, firstAt, lastAt } = error;
  return {
    kind,
    remote,
    page,
    version,
    message,
    count,
    firstAt: firstAt.toISOString(),
    lastAt: lastAt.toISOString(),
  };
}

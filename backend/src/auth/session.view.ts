import type { SessionRow } from '@kickoff/contracts';

import type { Session } from './session.schema.js';

/** Maps a session to its row for the owner. */
export function toSessionRow(session: Session, currentId: string): SessionRow {
  const id = session._id;
  return {
    _id: id,
    current: id === currentId,
    createdAt: session.createdAt.toISOString(),
    lastSeenAt: session.lastSeenAt.toISOString(),
    device: session.device,
  };
}

import { RemoteName } from '@kickoff/contracts';

import { isLoopback } from './loopback.js';

/** A micro-frontend on another origin. */
export interface RemoteOrigin {
  name: string;
  /** The address that its files are under. Ends in `/`. */
  base: string;
}

/** What may stand in a security policy and mean itself alone. */
const PLAIN_HOST = /^(?:[a-z\d](?:[a-z\d.-]*[a-z\d])?|\[[\da-f:.]+\])$/;

/** Parses `name=https://host/path/,…`; undefined where it is malformed. */
export function parseRemoteOrigins(text: string): RemoteOrigin[] | undefined {
  const origins = text.split(',').map((part) => parseOrigin(part.trim()));
  if (!origins.every((origin) => origin !== undefined)) return undefined;
  return new Set(origins.map(({ name }) => name)).size === origins.length ? origins : undefined;
}

function parseOrigin(text: string): RemoteOrigin | undefined {
  const [name = '', address = ''] = text.split(/=(.*)/s, 2);
  if (!RemoteName.safeParse(name).success) return undefined;
  // A login may be empty, as in https://@host/, and a query too.
  const isBase = /^https?:\/\/[^/@]+\/(?:.*\/)?$/i.test(address) && !/[?#\\\s]/.test(address);
  if (!isBase || !URL.canParse(address)) return undefined;
  const { protocol, hostname, href } = new URL(address);
  const isAllowed = protocol === 'https:' || isLoopback(hostname);
  return isAllowed && PLAIN_HOST.test(hostname) ? { name, base: href } : undefined;
}

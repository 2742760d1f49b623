import type { PageTable } from '@kickoff/contracts';

/** What errors in browsers are checked against. */
export interface FrontEnd {
  /** By name of the shell and of each remote: the versions that are or were live. */
  versions: ReadonlyMap<string, ReadonlySet<string>>;
  table: Pick<PageTable, 'pageAt'>;
}

/** Label of all versions that were never live here. */
const OTHER_VERSION = 'other';

/** Returns the version if it was live, else `other`: bounds a metric's labels. */
export function versionLabel({ versions }: FrontEnd, remote: string, version: string): string {
  return versions.get(remote)?.has(version) === true ? version : OTHER_VERSION;
}

/** The route pattern of an address, without values; `/*` for an unknown page. */
export function pagePattern({ table }: FrontEnd, address: string): string {
  return table.pageAt(address)?.paths[0] ?? '/*';
}

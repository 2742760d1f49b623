import { type PageMatch, type PageOwner, PageTable } from '@kickoff/contracts';

let table = new PageTable([]);

/**
 * Sets the pages of shell and remotes. Called once, before the first render: an open tab does not
 * change its pages.
 */
export function installPages(owners: readonly PageOwner[]): void {
  table = new PageTable(owners);
}

/** Returns the page of a path; undefined for an address that does not exist. */
export function pageAt(path: string): PageMatch | undefined {
  return table.pageAt(path);
}

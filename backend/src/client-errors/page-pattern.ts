import { pageAt, PAGES } from '@kickoff/contracts';

/** The pattern of an address, without the values in it; `/*` for one that no page has. */
export function pagePattern(address: string): string {
  const page = pageAt(address);
  return page ? PAGES[page.name].paths[0] : '/*';
}

import { pageAt, PAGES } from '@kickoff/contracts';

/** The route pattern of an address, without values; `/*` for an unknown page. */
export function pagePattern(address: string): string {
  const page = pageAt(address);
  return page ? PAGES[page.name].paths[0] : '/*';
}

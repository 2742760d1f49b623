import { addressOf } from '@kickoff/web';

/** Returns the address of the page with all results of a search. */
export function searchAddress(text: string): string {
  return `${addressOf('Search')}?q=${encodeURIComponent(text)}`;
}

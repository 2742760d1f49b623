import { codePointLength, SEARCH_LENGTH, SEARCH_TYPES, type SearchType } from '@kickoff/contracts';

/** What the address of the search page asks for; without a type, some of each kind. */
export interface SearchRequest {
  text: string;
  type: SearchType | undefined;
}

/** Reads the query of the search page's address. A text that is too long is cut. */
export function readSearch(query: URLSearchParams): SearchRequest {
  const text = Array.from((query.get('q') ?? '').trim()).slice(0, SEARCH_LENGTH.max);
  return {
    text: text.join('').trim(),
    type: SEARCH_TYPES.find((known) => known === query.get('type')),
  };
}

/** Shorter texts find nothing. */
export function isSearchable(text: string): boolean {
  return codePointLength(text) >= SEARCH_LENGTH.min;
}

/** A list's search, filters and order under a name. */
export interface SavedFilter {
  title: string;
  /** As in the list's address. */
  query: string;
}

const MOST_FILTERS = 20;

function isSavedFilter(value: unknown): value is SavedFilter {
  if (typeof value !== 'object' || value === null) return false;
  return (
    'title' in value &&
    typeof value.title === 'string' &&
    'query' in value &&
    typeof value.query === 'string'
  );
}

/** Returns the filters in a stored preference; what is malformed is dropped. */
export function parseSavedFilters(preference: unknown): readonly SavedFilter[] {
  if (typeof preference !== 'string') return [];
  try {
    const parsed: unknown = JSON.parse(preference);
    return Array.isArray(parsed) ? parsed.filter(isSavedFilter).slice(0, MOST_FILTERS) : [];
  } catch {
    return [];
  }
}

/** Adds a filter in place of one with the same title; beyond 20 the oldest goes. */
export function addFilter(
  saved: readonly SavedFilter[],
  added: SavedFilter,
): readonly SavedFilter[] {
  return [...saved.filter(({ title }) => title !== added.title), added].slice(-MOST_FILTERS);
}

/** Pages of a list, as the cache stores them. */
interface Pages {
  pages: { items: { _id: string }[] }[];
}

/** Returns a cached list without one item; undefined if it is not loaded. */
export function withoutItem<List extends Pages>(
  list: List | undefined,
  id: string,
): List | undefined {
  return (
    list && {
      ...list,
      pages: list.pages.map((page) => ({
        ...page,
        items: page.items.filter(({ _id }) => _id !== id),
      })),
    }
  );
}

import { answerOf, type CallOptions, fetchAnswer } from './api';

/** One page of a list, with the address of the next one if there is one. */
export interface ListPage<Item> {
  items: Item[];
  next: string | undefined;
  /** Size of the whole list, if the server counts it. */
  total?: number | undefined;
}

/** Fetches one page of a list. The next address and the total come in response headers. */
export async function fetchPage<Item>(
  path: string,
  options: CallOptions = {},
): Promise<ListPage<Item>> {
  const response = await fetchAnswer(path, options);
  const next = /<([^>]+)>;\s*rel="next"/.exec(response.headers.get('Link') ?? '')?.[1];
  const total = response.headers.get('X-Total-Count');
  return {
    items: await answerOf<Item[]>(response),
    next,
    total: total === null ? undefined : Number(total),
  };
}

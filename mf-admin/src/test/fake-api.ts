import { jest } from '@jest/globals';

type Answer = () => Response | Promise<Response>;

/** Stands in for the network: one answer a path, or a method and path where it writes; exchanged by setting it again. */
export function fakeApi() {
  const answers = new Map<string, Answer>();
  jest.spyOn(globalThis, 'fetch').mockImplementation(async (path, request) => {
    const address = typeof path === 'string' ? path : '';
    const method = request?.method ?? 'GET';
    const answer = answers.get(method === 'GET' ? address : `${method} ${address}`);
    if (!answer) throw new TypeError('Nothing answers here.');
    return answer();
  });
  return answers;
}

/** Every write that went out, in order, with what was sent. */
export function writes(): { call: string; body: unknown }[] {
  return jest.mocked(globalThis.fetch).mock.calls.flatMap(([path, request]) => {
    const { method = 'GET', body } = request ?? {};
    if (method === 'GET' || typeof path !== 'string') return [];
    const sent: unknown = typeof body === 'string' ? JSON.parse(body) : undefined;
    return [{ call: `${method} ${path}`, body: sent }];
  });
}

export const json = (body: object, status = 200) => Response.json(body, { status });

/** One page of a list: how many the whole list has, and the cursor of the next page. */
export const page = (items: object[], { total = items.length, next = '' } = {}) =>
  Response.json(items, {
    headers: {
      'X-Total-Count': String(total),
      ...(next === '' ? {} : { Link: `</api/list?cursor=${next}>; rel="next"` }),
    },
  });

/** An answer that fails the way the API does. */
export const failure = (error: string, status: number) =>
  json({ error, code: 'internal', requestId: 'test' }, status);

import { jest } from '@jest/globals';

interface Call {
  /** Method and path, in the form in which a response is set. */
  call: string;
  headers: Headers;
  /** What was sent as JSON. */
  body: unknown;
  signal: AbortSignal | null | undefined;
  /** Whether the request outlives its page. */
  keepalive: boolean;
  /** The text of a field of the form that was sent. */
  field: (name: string) => string;
  /** The file of a field of the form that was sent. */
  file: (name: string) => Blob | undefined;
}
type Answer = (call: Call) => Response | Promise<Response>;

/** Fakes the network: one response per call, replaced by setting it again. */
export function fakeApi() {
  const answers = new Map<string, Answer>();
  const calls: Call[] = [];
  jest.spyOn(globalThis, 'fetch').mockImplementation(async (path, request) => {
    const { method = 'GET', headers, body, signal, keepalive = false } = request ?? {};
    const valueOf = (name: string) => (body instanceof FormData ? body.get(name) : null);
    const call = {
      call: `${method} ${typeof path === 'string' ? path : ''}`,
      headers: new Headers(headers),
      body: typeof body === 'string' ? (JSON.parse(body) as unknown) : undefined,
      signal,
      keepalive,
      field: (name: string) => {
        const value = valueOf(name);
        return typeof value === 'string' ? value : '';
      },
      file: (name: string) => {
        const value = valueOf(name);
        return value instanceof Blob ? value : undefined;
      },
    };
    calls.push(call);
    const answer = answers.get(call.call);
    if (!answer) throw new TypeError('Nothing answers here.');
    return answer(call);
  });
  return {
    on: (call: string, answer: Answer) => void answers.set(call, answer),
    /**
     * The requests of a call without aborted ones, in order: strict mode requests twice and aborts
     * the first.
     */
    sent: (call: string) => calls.filter((made) => made.call === call && !made.signal?.aborted),
    /** Every write that went out, in order. */
    writes: () =>
      calls
        .filter(({ call, signal }) => !call.startsWith('GET ') && !signal?.aborted)
        .map(({ call, body }) => ({ call, body })),
  };
}

export const json = (body: unknown, status = 200) => Response.json(body, { status });

/** One page of a list, with the total and the address of the next page. */
export const page = (items: readonly unknown[], { total = items.length, next = '' } = {}) =>
  Response.json(items, {
    headers: {
      'X-Total-Count': String(total),
      ...(next === '' ? {} : { Link: `<${next}>; rel="next"` }),
    },
  });

/** An error response of the API. */
export const failure = (error: string, status: number, field?: string) => {
  const about = field === undefined ? {} : { details: [{ path: field, message: error }] };
  return json({ error, code: 'internal', requestId: 'test', ...about }, status);
};

/** A response that is delayed until it is released. */
export function later(answer: () => Response) {
  let arrive: () => void = () => undefined;
  const wait = new Promise<void>((resolve) => (arrive = resolve));
  return { answer: () => wait.then(answer), arrive: () => arrive() };
}

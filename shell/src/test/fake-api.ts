import { jest } from '@jest/globals';

type Answer = () => Response | Promise<Response>;

/** Stands in for the network: one answer a call, exchanged by setting it again; keeps what was sent. */
export function fakeApi() {
  const answers = new Map<string, Answer>();
  const sent: { call: string; body: unknown }[] = [];
  jest.spyOn(globalThis, 'fetch').mockImplementation(async (path, request) => {
    const call = `${request?.method ?? 'GET'} ${typeof path === 'string' ? path : ''}`;
    const body: unknown = typeof request?.body === 'string' ? JSON.parse(request.body) : undefined;
    if (request?.method === 'POST') sent.push({ call, body });
    const answer = answers.get(call);
    if (!answer) throw new TypeError('Nothing answers here.');
    return answer();
  });
  return {
    on: (call: string, answer: Answer) => void answers.set(call, answer),
    /** Every write that went out, in order. */
    sent,
  };
}

export const json = (body: object, status = 200) => Response.json(body, { status });

/** An answer that fails the way the API does. */
export const failure = (error: string, status: number) =>
  json({ error, code: 'invalid_input', requestId: 'test' }, status);

/** An answer that waits until it is told to come. */
export function later(answer: () => Response) {
  let arrive: () => void = () => undefined;
  const wait = new Promise<void>((resolve) => (arrive = resolve));
  return { answer: () => wait.then(answer), arrive: () => arrive() };
}

import { jest } from '@jest/globals';

type Answer = () => Response | Promise<Response>;

/** Stands in for the network: one answer a path, exchanged by setting it again. */
export function fakeApi() {
  const answers = new Map<string, Answer>();
  jest.spyOn(globalThis, 'fetch').mockImplementation(async (path) => {
    const answer = typeof path === 'string' ? answers.get(path) : undefined;
    if (!answer) throw new TypeError('Nothing answers here.');
    return answer();
  });
  return answers;
}

export const json = (body: object, status = 200) => Response.json(body, { status });

/** An answer that fails the way the API does. */
export const failure = (error: string, status: number) =>
  json({ error, code: 'internal', requestId: 'test' }, status);

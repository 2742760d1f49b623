import { NewClientError } from '@kickoff/contracts';
import { fakeApi } from '@kickoff/testing/fake-api';
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';

import { replaceAddress } from './addresses';
import { CallFailure } from './api';
import { ErrorReporter } from './error-reporter';
import type { PageFailure } from './page-failure';
import { installPages } from './pages';

const CALL = 'POST /api/client-errors';
let api: ReturnType<typeof fakeApi>;
let reporter: ErrorReporter;

beforeEach(() => {
  window.localStorage.clear();
  api = fakeApi();
  api.on(CALL, () => new Response(null, { status: 204 }));
  reporter = new ErrorReporter();
  installPages([
    { name: 'fan', pages: { Post: { paths: ['/p/:postId'], audience: 'fan', title: 'Post' } } },
  ]);
  replaceAddress('/p/507f1f77bcf86cd799439011?from=marta');
});
afterEach(() => {
  jest.restoreAllMocks();
});

const bodies = () => api.sent(CALL).map(({ body }) => body);
const own = (path: string) => `${location.origin}${path}`;
const parts: PageFailure['parts'] = [
  { name: 'shell', version: '1.0.0' },
  { name: 'leagues', version: '2.3.4', base: own('/remotes/leagues/assets/') },
  { name: 'fantasy', version: '0.1.0', base: 'https://fantasy.example.org/assets/' },
];
const throwIn = (script: string, error: Error) =>
  reporter.report({ kind: 'error', error, script, parts });
const reject = (error: unknown) => reporter.report({ kind: 'rejection', error, parts });

describe('ErrorReporter', () => {
  it("reports an uncaught error with the pattern of the page's address only", () => {
    throwIn(own('/assets/main.js'), new TypeError('x.map is not a function'));

    expect(bodies()).toEqual([
      {
        kind: 'error',
        remote: 'shell',
        page: '/p/:postId',
        version: '1.0.0',
        message: 'TypeError: x.map is not a function',
      },
    ]);
  });

  it('reports an unhandled rejection', () => {
    reject(new Error('It broke'));

    expect(bodies()).toMatchObject([{ kind: 'rejection', message: 'Error: It broke' }]);
  });

  it('names the remote of the script with its loaded version', () => {
    throwIn(own('/remotes/leagues/assets/page.js'), new Error('It broke'));

    expect(bodies()).toMatchObject([{ remote: 'leagues', version: '2.3.4' }]);
  });

  it('names the remote of a script of another origin', () => {
    throwIn('https://fantasy.example.org/assets/page.js', new Error('It broke'));

    expect(bodies()).toMatchObject([{ remote: 'fantasy', version: '0.1.0' }]);
  });

  it('reports a remote whose version has build metadata', () => {
    const remote = { name: 'quiz', version: '1.0.0-rc.1+build.5', base: own('/remotes/quiz/') };
    reporter.report({
      kind: 'render',
      error: new Error('It broke'),
      remote: 'quiz',
      parts: [remote],
    });

    const [body] = bodies();
    expect(NewClientError.safeParse(body).success).toBe(true);
    expect(body).toMatchObject({ remote: 'quiz', version: '1.0.0-rc.1_build.5' });
  });

  it('names a remote that failed before it was registered', () => {
    reporter.report({ kind: 'load', error: new Error('It broke'), remote: 'quiz', parts });

    expect(bodies()).toMatchObject([{ remote: 'quiz', version: 'unknown' }]);
  });

  it('sends no token, stack or address', () => {
    window.localStorage.setItem('AuthToken', 'secret-token');
    throwIn(own('/assets/main.js'), new Error('It broke'));

    const [sent] = api.sent(CALL);
    expect(sent?.headers.get('Authorization')).toBeNull();
    expect(JSON.stringify(sent?.body)).not.toMatch(/507f|marta|localhost|secret|stack/);
    expect(jest.mocked(fetch).mock.calls[0]?.[1]).toMatchObject({
      credentials: 'omit',
      keepalive: true,
    });
  });

  it('reports an error once, and at most five in a visit', () => {
    for (let times = 0; times < 3; times += 1) reject(new Error('Again'));
    expect(bodies()).toHaveLength(1);

    for (let number = 0; number < 20; number += 1) reject(new Error(`Another ${number}`));
    expect(bodies()).toHaveLength(5);
  });

  it('never throws, and ignores a failed report', async () => {
    api.on(CALL, () => {
      throw new TypeError('Failed to fetch');
    });

    expect(() => reject(new Error('It broke'))).not.toThrow();

    const [sending] = jest.mocked(fetch).mock.results;
    await expect(sending?.value).rejects.toThrow('Failed to fetch');
    expect(bodies()).toHaveLength(1);
  });

  it.each([
    ['a failed call', new CallFailure('marta.o is gone', 404)],
    ['an aborted call', new DOMException('Aborted', 'AbortError')],
  ])('ignores %s', (_what, reason) => {
    reject(reason);

    expect(bodies()).toEqual([]);
  });

  it('ignores foreign scripts and resize loops', () => {
    throwIn('chrome-extension://abc/content.js', new Error('Not ours'));
    throwIn(own('/assets/main.js'), new Error('ResizeObserver loop completed'));

    expect(bodies()).toEqual([]);
  });

  it('sends nothing while offline', () => {
    jest.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
    reject(new Error('It broke'));

    expect(bodies()).toEqual([]);
  });

  it.each([
    ['nothing', undefined, '[object Undefined]'],
    ['an empty text', '', 'No message'],
    ['a lone surrogate', '\ud83d', '\ufffd'],
    ['an object without a text', Object.create(null), '[object Object]'],
    ['a long text', 'x'.repeat(9_000), 'x'.repeat(1_000)],
  ])('accepts %s as a reason', (_what, reason, message) => {
    reject(reason);

    expect(bodies()).toMatchObject([{ message }]);
  });
});

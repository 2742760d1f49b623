import { fakeApi } from '@kickoff/testing/fake-api';
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { waitFor } from '@testing-library/react';

import { replaceAddress } from './addresses';
import { registerPart, reportError, reportUncaughtErrors } from './page-errors';

const CALL = 'POST /api/client-errors';
let api: ReturnType<typeof fakeApi>;
let stop: () => void;

beforeEach(() => {
  api = fakeApi();
  api.on(CALL, () => new Response(null, { status: 204 }));
  stop = reportUncaughtErrors();
  replaceAddress('/home');
});
afterEach(() => {
  stop();
  jest.restoreAllMocks();
});

const reported = async () => {
  await waitFor(() => expect(api.sent(CALL)).toHaveLength(1));
  return api.sent(CALL)[0]?.body;
};

describe('reportUncaughtErrors', () => {
  it('reports an uncaught error', async () => {
    const error = new TypeError('x.map is not a function');
    const filename = `${location.origin}/assets/main.js`;
    window.dispatchEvent(new ErrorEvent('error', { error, message: error.message, filename }));

    expect(await reported()).toMatchObject({
      kind: 'error',
      remote: 'shell',
      message: 'TypeError: x.map is not a function',
    });
  });

  it('reports an unhandled rejection', async () => {
    const reason = new Error('It was rejected');
    window.dispatchEvent(Object.assign(new Event('unhandledrejection'), { reason }));

    expect(await reported()).toMatchObject({
      kind: 'rejection',
      message: 'Error: It was rejected',
    });
  });

  it('reports the loaded version of the remote', async () => {
    registerPart({ name: 'fan', version: '4.5.6', base: `${location.origin}/remotes/fan/` });
    reportError({ kind: 'render', error: new Error('It did not draw'), remote: 'fan' });

    expect(await reported()).toMatchObject({ kind: 'render', remote: 'fan', version: '4.5.6' });
  });
});

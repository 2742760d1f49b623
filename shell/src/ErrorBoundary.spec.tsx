import { fakeApi } from '@kickoff/testing/fake-api';
import { installPages, replaceAddress } from '@kickoff/web';
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { render, screen, waitFor } from '@testing-library/react';

import { ErrorBoundary } from './ErrorBoundary';

const CALL = 'POST /api/client-errors';
let api: ReturnType<typeof fakeApi>;

beforeEach(() => {
  api = fakeApi();
  api.on(CALL, () => new Response(null, { status: 204 }));
  // React also logs caught errors to the console.
  jest.spyOn(console, 'error').mockReturnValue();
  installPages([
    {
      name: 'leagues',
      pages: { Leagues: { paths: ['/FL', '/leagues'], audience: 'fan', title: 'Leagues' } },
    },
  ]);
  replaceAddress('/leagues');
});
afterEach(() => {
  jest.restoreAllMocks();
});

function Broken(): never {
  throw new TypeError('x.map is not a function');
}

describe('ErrorBoundary', () => {
  it('renders its fallback and reports the error with its remote', async () => {
    render(
      <ErrorBoundary resetKey="/leagues" remote="leagues" fallback={() => <p>Not now</p>}>
        <Broken />
      </ErrorBoundary>,
    );

    expect(screen.getByText('Not now')).toBeVisible();
    await waitFor(() => expect(api.sent(CALL)).toHaveLength(1));
    expect(api.sent(CALL).map(({ body }) => body)).toEqual([
      {
        kind: 'render',
        remote: 'leagues',
        page: '/FL',
        version: 'unknown',
        message: 'TypeError: x.map is not a function',
      },
    ]);
  });
});

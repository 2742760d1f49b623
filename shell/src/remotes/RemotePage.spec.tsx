import { pageAt } from '@kickoff/contracts';
import { fakeApi, json } from '@kickoff/testing/fake-api';
import { replaceAddress, ServerState, startSession } from '@kickoff/web';
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { render, screen, waitFor } from '@testing-library/react';

import { RemotePage } from './RemotePage';

const CALL = 'POST /api/client-errors';
let api: ReturnType<typeof fakeApi>;

beforeEach(() => {
  startSession('fan', 'token');
  api = fakeApi();
  api.on('GET /remotes.json', () => json({ version: 1, remotes: [] }));
  api.on(CALL, () => new Response(null, { status: 204 }));
});
afterEach(() => {
  jest.restoreAllMocks();
});

describe('RemotePage', () => {
  it('reports a remote that could not be loaded', async () => {
    replaceAddress('/p/507f1f77bcf86cd799439011');
    const page = pageAt(location.pathname);
    if (!page) throw new Error('There is no such page.');
    render(
      <ServerState of="fan">
        <RemotePage page={page} />
      </ServerState>,
    );

    await screen.findByText('This part of KickOff is not available right now.');

    await waitFor(() => expect(api.sent(CALL)).toHaveLength(1));
    expect(api.sent(CALL).map(({ body }) => body)).toEqual([
      {
        kind: 'load',
        remote: 'fan',
        page: '/p/:postId',
        version: 'unknown',
        message: 'Error: The server lists no remote fan.',
      },
    ]);
  });
});

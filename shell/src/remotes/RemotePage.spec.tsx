import { fakeApi, json } from '@kickoff/testing/fake-api';
import { currentPage, replaceAddress, ServerState, startSession } from '@kickoff/web';
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { render, screen, waitFor } from '@testing-library/react';

import { aRemote, aRemoteList, installLive } from '../test/remote-list';
import { RemotePage } from './RemotePage';

const CALL = 'POST /api/client-errors';
const pages = {
  Quiz: { paths: ['/quiz/:round'], audience: 'fan', title: 'Quiz' },
} as const;
let api: ReturnType<typeof fakeApi>;
/** Makes each script fail that is added to the page. */
const scripts = new MutationObserver((changes) => {
  for (const { addedNodes } of changes) {
    for (const node of addedNodes) node.dispatchEvent(new Event('error'));
  }
});

beforeEach(() => {
  startSession('fan', 'token');
  api = fakeApi();
  api.on(CALL, () => new Response(null, { status: 204 }));
  replaceAddress('/quiz/3');
});
afterEach(() => {
  scripts.disconnect();
  jest.restoreAllMocks();
});

function open() {
  const page = currentPage();
  if (!page) throw new Error('There is no such page.');
  render(
    <ServerState of="fan">
      <RemotePage page={page} />
    </ServerState>,
  );
}

describe('RemotePage', () => {
  it('reports a remote that failed to load', async () => {
    const quiz = aRemote('quiz', { pages, version: '1.2.3' });
    api.on('GET /remotes.json', () => json(aRemoteList(quiz)));
    installLive(quiz);
    // The runtime warns of each retry.
    jest.spyOn(console, 'warn').mockReturnValue();
    scripts.observe(document.head, { childList: true });
    open();

    expect(await screen.findByRole('alert')).toHaveTextContent(
      'This part of KickOff is not available right now.',
    );
    await waitFor(() => expect(api.sent(CALL)).toHaveLength(1));
    expect(api.sent(CALL).map(({ body }) => body)).toMatchObject([
      { kind: 'load', remote: 'quiz', page: '/quiz/:round', version: '1.2.3' },
    ]);
  });

  it('offers to reload when the remote needs a newer version of KickOff', async () => {
    const needs = { '@kickoff/web': '^2.1.0' } as const;
    installLive(aRemote('fantasy', { pages, needs }));
    open();

    expect(await screen.findByRole('alert')).toHaveTextContent(
      'This part of KickOff needs a newer version of KickOff. Reload the page or come back later.',
    );
    expect(screen.getByRole('button', { name: 'Reload' })).toBeVisible();
    expect(document.querySelectorAll('script')).toHaveLength(0);
    expect(api.sent(CALL)).toEqual([]);
  });
});

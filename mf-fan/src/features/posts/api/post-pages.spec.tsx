import { aPost } from '@kickoff/testing';
import { fakeApi, json } from '@kickoff/testing/fake-api';
import { ServerState, startSession, useQueryClient, type QueryClient } from '@kickoff/web';
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { render, screen, waitFor } from '@testing-library/react';
import { lazy, Suspense, useState, type ReactNode } from 'react';

import { Feed } from '../Feed';
import { feedOf } from './feed-posts';

const FEED = feedOf('everyone');
const [newest, older] = [aPost({ text: 'Newest' }), aPost({ text: 'Older' })];
const MINUTE_MS = 60_000;
let client: QueryClient;

beforeEach(() => {
  window.localStorage.clear();
  startSession('fan', 'token');
  history.replaceState(null, '');
});
afterEach(() => {
  jest.restoreAllMocks();
});

/** Caches two pages fetched a minute ago. */
function fill(queries: QueryClient) {
  client = queries;
  const pages = [newest, older].map((post) => ({ items: [post], next: '/next' }));
  const data = { pages, pageParams: [FEED.address, '/next'] };
  client.setQueryData(FEED.key, data, { updatedAt: Date.now() - MINUTE_MS });
}
function ReadFeed() {
  const queries = useQueryClient();
  useState(() => fill(queries));
  return <Feed scope="everyone" onScope={() => undefined} readerId={undefined} />;
}
const draw = (beside?: ReactNode) =>
  render(
    <ServerState of="fan">
      <Suspense fallback="Loading">
        <ReadFeed />
        {beside}
      </Suspense>
    </ServerState>,
  );
/** Suspends for ever: its siblings render and never commit. */
const Suspended = lazy(() => new Promise<never>(() => undefined));
const knownPages = () => client.getQueryData<{ pages: unknown[] }>(FEED.key)?.pages;

describe('usePostPages', () => {
  it('changes neither the history nor the cache while rendering', () => {
    const replaceState = jest.spyOn(history, 'replaceState');

    draw(<Suspended />);

    expect(replaceState).not.toHaveBeenCalled();
    expect(knownPages()).toHaveLength(2);
  });

  it('refetches from the top on a visit without a stored position', async () => {
    const api = fakeApi();
    const call = `GET ${FEED.address}`;
    api.on(call, () => json([aPost({ text: 'Just posted' })]));

    draw();

    expect(await screen.findByText('Just posted')).toBeVisible();
    await waitFor(() => expect(knownPages()).toHaveLength(1));
    expect(screen.queryByText('Older')).toBeNull();
  });
});

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
const NEXT = '/api/pt/posts?cursor=next';
const MINUTE_MS = 60_000;
let client: QueryClient;

interface CachedFeed {
  isEvicted: boolean;
  ageMs: number;
}

beforeEach(() => {
  window.localStorage.clear();
  startSession('fan', 'token');
  history.replaceState(null, '');
});
afterEach(() => {
  jest.restoreAllMocks();
});

/** Caches two pages, whose posts may be evicted. */
function fill(queries: QueryClient, { isEvicted, ageMs }: CachedFeed) {
  client = queries;
  const pages = [newest, older].map((post) => ({
    ...(isEvicted ? { items: [], away: [post._id] } : { items: [post] }),
    next: NEXT,
  }));
  const data = { pages, pageParams: [FEED.address, NEXT] };
  client.setQueryData(FEED.key, data, { updatedAt: Date.now() - ageMs });
}
function ReadFeed({ cached }: { cached: CachedFeed }) {
  const queries = useQueryClient();
  useState(() => fill(queries, cached));
  return <Feed scope="everyone" onScope={() => undefined} readerId={undefined} />;
}
const draw = ({ beside, ...cached }: Partial<CachedFeed> & { beside?: ReactNode } = {}) =>
  render(
    <ServerState of="fan">
      <Suspense fallback="Loading">
        <ReadFeed cached={{ isEvicted: false, ageMs: MINUTE_MS, ...cached }} />
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

    draw({ beside: <Suspended /> });

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

  it('repeats a failed reload of evicted posts', async () => {
    const api = fakeApi();
    let calls = 0;
    api.on(`GET ${FEED.address}`, () => json([newest]));
    api.on(`GET ${NEXT}`, () => {
      calls += 1;
      return calls === 1 ? json({ error: 'Busy' }, 503) : json([older]);
    });

    draw({ isEvicted: true, ageMs: 0 });

    expect(await screen.findByText('Older', {}, { timeout: 5_000 })).toBeVisible();
    expect(screen.queryByText('Failed to fetch posts')).toBeNull();
  });

  it('keeps a page that arrives while the first one is reloading', async () => {
    const api = fakeApi();
    let answerFirst: () => void = () => undefined;
    const isAnswered = new Promise<void>((resolve) => (answerFirst = resolve));
    let calls = 0;
    api.on(`GET ${FEED.address}`, async () => {
      await isAnswered;
      return json([newest]);
    });
    api.on(`GET ${NEXT}`, () => {
      calls += 1;
      return json([older]);
    });
    draw({ isEvicted: true, ageMs: 0 });
    await screen.findByText('Older');

    answerFirst();

    expect(await screen.findByText('Newest')).toBeVisible();
    expect(screen.getByText('Older')).toBeVisible();
    expect(calls).toBe(1);
  });
});

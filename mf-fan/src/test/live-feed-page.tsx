import { feedAddress, type FeedScope, type Post } from '@kickoff/contracts';
import { aPost } from '@kickoff/testing';
import { fakeApi, page } from '@kickoff/testing/fake-api';
import {
  ServerState,
  startSession,
  emitLiveEvent,
  useQueryClient,
  type QueryClient,
} from '@kickoff/web';
import { jest } from '@jest/globals';
import { act, render, type RenderResult } from '@testing-library/react';
import { type ReactNode, useState } from 'react';

import { feedOf } from '../features/posts/api/feed-posts';
import { FEED_KEY, type PostPages } from '../features/posts/api/post-pages';
import PostUpdates from '../features/posts/PostUpdates';
import { me } from './fans';

export const EVERYONE = `GET ${feedAddress('everyone')}`;

/** Runs all pending timers and promises. */
export const settled = (ms = 5_000) => act(() => jest.advanceTimersByTimeAsync(ms));
export const emit = (...happening: Parameters<typeof emitLiveEvent>) =>
  act(() => emitLiveEvent(...happening));

/** Emits a live event of a new post. */
export const emitCreated = ({ _id, user }: Post) =>
  emit({ name: 'post.created', data: { _id, user: { _id: user._id, username: user.username } } });

/** Emits a live event of a changed post. */
export const emitChanged = (
  { _id, likesCount, commentsCount }: Post,
  change: { edited?: boolean; deleted?: boolean; votes?: number } = {},
) => emit({ name: 'post.changed', data: { _id, likesCount, commentsCount, ...change } });

export interface LiveFeedPage {
  api: ReturnType<typeof fakeApi>;
  /** The first and second post of the feed. */
  first: Post;
  other: Post;
  /** The page's query cache. */
  queries: () => QueryClient;
  listed: (scope?: FeedScope) => Post[];
  /** Renders the feed's posts with their live updates, and other parts of the page beside them. */
  open: (scope?: FeedScope, others?: ReactNode) => Promise<RenderResult>;
}

/** A feed of two posts with live updates, a signed-in browser and fake timers. */
export function serveLiveFeed(first = aPost(), other = aPost()): LiveFeedPage {
  jest.useFakeTimers();
  jest.spyOn(window, 'scrollTo').mockImplementation(() => undefined);
  startSession('fan', 'token');
  const api = fakeApi();
  api.on(EVERYONE, () => page([first, other]));
  let cache: QueryClient;
  /** As the list beside the updates has done. */
  const fill = (client: QueryClient, scope: FeedScope) => {
    cache = client;
    client.setQueryData<PostPages>([...FEED_KEY, scope], {
      pages: [{ items: [first, other], next: undefined }],
      pageParams: [''],
    });
  };
  function Drawn({ scope, children }: { scope: FeedScope; children: ReactNode }) {
    const client = useQueryClient();
    useState(() => fill(client, scope));
    return (
      <>
        <div data-row={first._id} />
        <div data-row={other._id} />
        <PostUpdates source={feedOf(scope)} readerId={me._id} />
        {children}
      </>
    );
  }
  return {
    api,
    first,
    other,
    queries: () => cache,
    listed: (scope = 'everyone') =>
      cache.getQueryData<PostPages>([...FEED_KEY, scope])?.pages.flatMap(({ items }) => items) ??
      [],
    open: async (scope = 'everyone', others = null) => {
      const drawn = render(
        <ServerState of="fan">
          <Drawn scope={scope}>{others}</Drawn>
        </ServerState>,
      );
      await settled();
      return drawn;
    },
  };
}

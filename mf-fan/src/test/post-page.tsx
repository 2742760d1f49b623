import type { Post } from '@kickoff/contracts';
import { aPost } from '@kickoff/testing';
import { fakeApi, json } from '@kickoff/testing/fake-api';
import { ServerState, startSession } from '@kickoff/web';
import { render, type RenderResult } from '@testing-library/react';

import PostPage from '../pages/PostPage';
import { hana, me } from './fans';

export interface PostServer extends ReturnType<typeof fakeApi> {
  post: () => Post;
  /** The address of the post, or of something below it. */
  path: (rest?: string) => string;
  /** From now on the server's post is like this. */
  has: (overrides: Partial<Post>) => void;
  /** Draws the page of the post. */
  open: () => RenderResult;
}

/** A server that has one post, of another fan, and a browser in which I am signed in. */
export function servePost(): PostServer {
  window.localStorage.clear();
  startSession('fan', 'token');
  const api = fakeApi();
  let post = aPost({ text: 'That header', user: hana });
  const path = (rest = '') => `/api/pt/posts/${post._id}${rest}`;
  const has: PostServer['has'] = (overrides) => {
    post = { ...post, ...overrides };
    api.on(`GET ${path()}`, () => json(post));
  };
  api.on('GET /api/user/profile', () => json(me));
  has({});
  const open = () =>
    render(
      <ServerState of="fan">
        <PostPage params={{ postId: post._id }} />
      </ServerState>,
    );
  return { ...api, post: () => post, path, has, open };
}

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
  /** Changes the server's post. */
  has: (overrides: Partial<Post>) => void;
  /** Renders the post's page. */
  open: () => RenderResult;
}

/** A server with one post by another fan, and a signed-in browser. */
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

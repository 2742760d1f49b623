import type { Post } from '@kickoff/contracts';

let count = 0;

/** A post as the API returns it; each call returns a different one. */
export function aPost(overrides: Partial<Post> = {}): Post {
  count += 1;
  return {
    _id: count.toString(16).padStart(24, '0'),
    user: { _id: 'f'.repeat(24), username: 'priya_raman', profilePicture: '' },
    text: `Post ${count}`,
    likes: [],
    liked: false,
    comments: [],
    createdAt: '2026-11-21T17:40:00.000Z',
    likesCount: 0,
    commentsCount: 0,
    saved: false,
    ...overrides,
  };
}

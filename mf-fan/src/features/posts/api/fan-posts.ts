import { OWN_POSTS_KEY, POST_LISTS_KEY, type PostSource } from './post-pages';

/** One fan's posts. */
export function postsOf({ _id, username }: { _id: string; username: string }): PostSource {
  const author = encodeURIComponent(username);
  return {
    key: [...POST_LISTS_KEY, 'author', username],
    address: `/api/pt/posts?author=${author}&limit=20&likes=3&comments=2`,
    by: { fanId: _id },
  };
}

/** The posts of whoever is signed in. */
export function ownPosts(fanId: string | undefined): PostSource {
  return {
    key: OWN_POSTS_KEY,
    address: '/api/user/fposts?limit=20&likes=3&comments=2',
    by: { fanId },
  };
}

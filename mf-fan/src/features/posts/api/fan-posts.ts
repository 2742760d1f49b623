import { OWN_POSTS_KEY, POST_LISTS_KEY, type PostSource } from './post-pages';

/** The list of one fan's posts. */
export function postsOf({ _id, username }: { _id: string; username: string }): PostSource {
  const author = encodeURIComponent(username);
  return {
    key: [...POST_LISTS_KEY, 'author', username],
    address: `/api/pt/posts?author=${author}&limit=20&likes=3&comments=2`,
    by: { fanId: _id },
  };
}

/** The list of the signed-in fan's posts. */
export function ownPosts(fanId: string | undefined): PostSource {
  return {
    key: OWN_POSTS_KEY,
    address: '/api/user/fposts?limit=20&likes=3&comments=2',
    by: { fanId },
  };
}

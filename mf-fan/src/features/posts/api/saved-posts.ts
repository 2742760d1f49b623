import { POST_LISTS_KEY } from './post-pages';

export const SAVED_POSTS_KEY = [...POST_LISTS_KEY, 'saved'];

/** The reader's saved posts, newest saved first. */
export const SAVED_POSTS = {
  key: SAVED_POSTS_KEY,
  address: '/api/user/saved?limit=20',
};

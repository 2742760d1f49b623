import { POST_LISTS_KEY, type PostSource } from './post-pages';

/** Key prefix of all that a search finds, so that changes of posts reach it. */
export const foundKey = (text: string) => [...POST_LISTS_KEY, 'found', text];

/** The posts that a search finds. */
export function foundPosts(text: string): Pick<PostSource, 'key' | 'address'> {
  return {
    key: [...foundKey(text), 'posts'],
    address: `/api/search?q=${encodeURIComponent(text)}&type=posts&limit=20`,
  };
}

import type { Post } from '@kickoff/contracts';
import { callApi, OWN_PROFILE_KEY, useQueryClient } from '@kickoff/web';

import { FEED_KEY, OWN_POSTS_KEY, type PostPages } from './post-pages';

interface NewPostDraft {
  text: string;
  /** The same for every try to send this draft, so that it becomes one post. */
  key: string;
}

function withOnTop(pages: PostPages, post: Post): PostPages {
  return {
    ...pages,
    pages: pages.pages.map((page, index) => {
      // An earlier try may have arrived although its answer did not.
      const others = page.items.filter(({ _id }) => _id !== post._id);
      return { ...page, items: index === 0 ? [post, ...others] : others };
    }),
  };
}

/** Publishes a post and puts it on top of the feed. */
export function useCreatePost() {
  const queries = useQueryClient();
  return async ({ text, key }: NewPostDraft): Promise<void> => {
    const form = new FormData();
    form.set('text', text);
    const post = await callApi<Post>('/api/pt/posts', {
      method: 'POST',
      body: form,
      as: 'fan',
      idempotencyKey: key,
    });

    // A page on its way was asked for before the post was there and would cover it.
    await queries.cancelQueries({ queryKey: FEED_KEY });
    const feed = queries.getQueryData<PostPages>(FEED_KEY);
    if (feed) queries.setQueryData(FEED_KEY, withOnTop(feed, post));
    else void queries.invalidateQueries({ queryKey: FEED_KEY });
    void queries.invalidateQueries({ queryKey: OWN_POSTS_KEY });
    void queries.invalidateQueries({ queryKey: OWN_PROFILE_KEY });
  };
}

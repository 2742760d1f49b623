import type { Post } from '@kickoff/contracts';
import { callApi, OWN_PROFILE_KEY, useQueryClient } from '@kickoff/web';
import { uploadForm } from '@kickoff/web/upload-form';
import type { Draft, DraftFiles } from '@kickoff/web/drafts';

import { toPollField } from '../composer/poll-draft';
import { FEED_KEY, OWN_POSTS_KEY, type PostPages, restartRequests } from './post-pages';

interface Sending {
  /** Called with the uploaded share of the files, from 0 to 1. */
  onProgress: (fraction: number) => void;
  signal: AbortSignal;
}

function withOnTop(pages: PostPages, post: Post): PostPages {
  return {
    ...pages,
    pages: pages.pages.map((page, index) => {
      // An earlier attempt may have succeeded without its response.
      const others = page.items.filter(({ _id }) => _id !== post._id);
      return { ...page, items: index === 0 ? [post, ...others] : others };
    }),
  };
}

function send(draft: Draft, files: DraftFiles, sending: Sending): Promise<Post> {
  const { text, alt = '', quote, poll, key } = draft;
  const { image, video } = files;
  const form = new FormData();
  form.set('text', text);
  if (quote !== undefined) form.set('quote', quote);
  if (poll) form.set('poll', toPollField(poll));
  if (image && alt !== '') form.set('alt', alt);
  if (image) form.set('image', image);
  if (video) form.set('video', video);
  if (image || video) {
    return uploadForm('/api/pt/posts', { form, as: 'fan', idempotencyKey: key, ...sending });
  }
  const { signal } = sending;
  return callApi('/api/pt/posts', {
    method: 'POST',
    body: form,
    as: 'fan',
    idempotencyKey: key,
    signal,
  });
}

/** Publishes a post and puts it on top of the cached feeds. Idempotent per draft. */
export function useCreatePost() {
  const queries = useQueryClient();
  return async (draft: Draft, files: DraftFiles, sending: Sending): Promise<void> => {
    const post = await send(draft, files, sending);

    await restartRequests(queries, FEED_KEY);
    const stale = queries.getQueryCache().findAll({ queryKey: FEED_KEY, stale: true });
    // An own post is in both feeds.
    queries.setQueriesData<PostPages>(
      { queryKey: FEED_KEY },
      (feed) => feed && withOnTop(feed, post),
    );
    // The change has marked them as fresh: they are still to be fetched on their next visit.
    for (const feed of stale) feed.invalidate();
    void queries.invalidateQueries({ queryKey: OWN_POSTS_KEY });
    void queries.invalidateQueries({ queryKey: OWN_PROFILE_KEY });
  };
}

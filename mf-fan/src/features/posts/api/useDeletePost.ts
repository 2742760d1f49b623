import type { Post } from '@kickoff/contracts';

import { afterLoad } from '../../../after-load';
import { useShared } from '../shared-value';
import { postDeletions } from './post-deletions';
import { usePostCache } from './post-cache';

const loadDeletion = () => import(/* webpackChunkName: "post-parts" */ './delete-post');

/** Deletes an own post after its undo period. It stays in the lists until the server confirms. */
export function useDeletePost({ _id: id }: Post) {
  const cache = usePostCache();
  return {
    leaving: useShared(postDeletions, (posts) => posts.get(id)),
    deletePost: () => afterLoad(loadDeletion(), ({ deletePost }) => deletePost(id, cache)),
  };
}

import { NETWORK_FAILURE, type Post } from '@kickoff/contracts';
import { raiseToast } from '@kickoff/web';

import { useShared } from '../shared-value';
import { leavingPosts } from './leaving-posts';
import { usePostCache } from './post-cache';

const loadDeletion = () => import(/* webpackChunkName: "post-parts" */ './delete-post');

function tellFailure(): void {
  raiseToast({ kind: 'error', text: NETWORK_FAILURE });
}

/**
 * Deletes an own post after a few seconds in which it can be undone. It leaves
 * the lists when the server says that it is gone, and not before.
 */
export function useDeletePost({ _id: id }: Post) {
  const cache = usePostCache();
  return {
    leaving: useShared(leavingPosts, (posts) => posts.get(id)),
    deletePost: () => {
      loadDeletion()
        .then(({ deletePost }) => deletePost(id, cache))
        .catch(tellFailure);
    },
    undo: () => {
      loadDeletion()
        .then(({ undoDeletion }) => undoDeletion(id))
        .catch(tellFailure);
    },
  };
}

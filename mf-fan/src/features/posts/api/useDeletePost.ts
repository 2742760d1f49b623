import { NETWORK_FAILURE, type Post } from '@kickoff/contracts';
import { raiseToast } from '@kickoff/web';

import { useShared } from '../shared-value';
import { postDeletions } from './post-deletions';
import { usePostCache } from './post-cache';

const loadDeletion = () => import(/* webpackChunkName: "post-parts" */ './delete-post');

function showError(): void {
  raiseToast({ kind: 'error', text: NETWORK_FAILURE });
}

/** Deletes an own post after its undo period. It stays in the lists until the server confirms. */
export function useDeletePost({ _id: id }: Post) {
  const cache = usePostCache();
  return {
    leaving: useShared(postDeletions, (posts) => posts.get(id)),
    deletePost: () => {
      loadDeletion()
        .then(({ deletePost }) => deletePost(id, cache))
        .catch(showError);
    },
    undo: () => {
      loadDeletion()
        .then(({ undoDeletion }) => undoDeletion(id))
        .catch(showError);
    },
  };
}

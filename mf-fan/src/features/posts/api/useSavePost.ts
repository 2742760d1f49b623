import type { Post } from '@kickoff/contracts';
import { callApi, CallFailure, raiseToast, useMutation, useQueryClient } from '@kickoff/web';

import { clearError, showError } from '../../../show-error';
import { texts } from '../../../texts';
import { withoutItem } from '../../../without-item';
import { likeChannel } from './like-channel';
import { choiceKey, usePostCache } from './post-cache';
import type { PostPages } from './post-pages';
import { SAVED_POSTS_KEY } from './saved-posts';

/**
 * Saves a post, or removes it from the saved ones. Updates at once and reverts on failure. A post
 * that no longer exists is removed from the lists.
 */
export function useSavePost(post: Post) {
  const cache = usePostCache();
  const queries = useQueryClient();
  const { _id: id } = post;

  const action = `save ${id}`;
  const show = (saved: boolean) => cache.change(id, (shown) => ({ ...shown, saved }));

  return useMutation({
    mutationKey: choiceKey(id, 'save'),
    scope: { id },
    mutationFn: (saved: boolean) => {
      show(saved);
      return callApi(`/api/pt/posts/${id}/saved`, { method: saved ? 'PUT' : 'DELETE', as: 'fan' });
    },
    onMutate: (saved) => {
      clearError(action);
      show(saved);
    },
    onSuccess: async (_, saved) => {
      if (!saved) {
        queries.setQueryData<PostPages>(SAVED_POSTS_KEY, (list) => withoutItem(list, id));
      }
      // A list never changes while it is read: the next visit fetches it.
      await queries.invalidateQueries({ queryKey: SAVED_POSTS_KEY, refetchType: 'none' });
      likeChannel.post({ ...post, saved });
      raiseToast({ kind: 'ok', text: saved ? texts.postMenu.saved : texts.postMenu.unsaved });
    },
    onError: async (failure, saved) => {
      show(!saved);
      showError(action)(failure);
      if (failure instanceof CallFailure && failure.status === 404) await cache.remove(id);
    },
  });
}

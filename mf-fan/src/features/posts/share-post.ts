import type { Post } from '@kickoff/contracts';
import { fillText } from '@kickoff/ui';
import { addressOf, raiseToast } from '@kickoff/web';

import { clearError, showError } from '../../show-error';
import { texts } from '../../texts';

const COPY = 'copy';
const SHARE = 'share';

export function postLink({ _id }: Post): string {
  return new URL(addressOf('Post', { postId: _id }), window.location.origin).href;
}

/** Copies a text to the clipboard and shows the result. */
export async function copyText(text: string, success: string): Promise<void> {
  clearError(COPY);
  try {
    await navigator.clipboard.writeText(text);
    raiseToast({ kind: 'ok', text: success });
  } catch {
    showError(COPY)(texts.postMenu.noClipboard);
  }
}

/** Opens the device's sheet for sharing. */
export async function sharePost(post: Post): Promise<void> {
  clearError(SHARE);
  try {
    await navigator.share({ title: fillText(texts.post.title, post.user), url: postLink(post) });
  } catch (failure) {
    // The fan closed the sheet.
    if (failure instanceof DOMException && failure.name === 'AbortError') return;
    showError(SHARE)(texts.postMenu.shareFailed);
  }
}

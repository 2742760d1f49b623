import type { Story } from '@kickoff/contracts';
import { callApi } from '@kickoff/web';

/** Sends a reply, which only the story's author reads; idempotent per key. */
export async function replyToStory(
  { _id }: Story,
  { text, key }: { text: string; key: string },
): Promise<void> {
  await callApi(`/api/st/stories/${_id}/reply`, {
    method: 'POST',
    body: { text },
    as: 'fan',
    idempotencyKey: key,
  });
}

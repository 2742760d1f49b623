import type { Story, StoryReply } from '@kickoff/contracts';
import { callApi } from '@kickoff/web';

/** Sends a reply, which only the story's author reads. */
export async function replyToStory({ _id }: Story, body: StoryReply): Promise<void> {
  await callApi(`/api/st/stories/${_id}/reply`, { method: 'POST', body, as: 'fan' });
}

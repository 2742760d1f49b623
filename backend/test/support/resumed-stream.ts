import { LiveService } from '../../src/live/live.service.js';
import type { Caller } from './callers.js';
import type { KickOff } from './kickoff.js';
import { Listener } from './listener.js';
import { until } from './until.js';

/**
 * Opens a fan's stream, ends it during `pause`, and resumes it. Returns the closed listener of the
 * resumed stream with all that it has received.
 */
export async function resumedStream(
  kickoff: KickOff,
  fan: Caller,
  pause: () => Promise<void>,
): Promise<Listener> {
  const headers = { Authorization: `Bearer ${fan.token}` };
  const first = await new Listener(headers).connect(kickoff);
  const lastEventId = await until(() => first.lastEventId);
  first.disconnect();
  await pause();
  const again = new Listener(headers);
  again.lastEventId = lastEventId;
  await again.connect(kickoff);
  const last = { _id: 'last', user: { _id: fan.id, username: fan.username } };
  await kickoff.app
    .get(LiveService, { strict: false })
    .publish('story.created', last, { to: 'everyone' });
  await until(() => again.receivedNames().includes('story.created') || undefined);
  again.disconnect();
  return again;
}

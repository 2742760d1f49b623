import { setTimeout as delay } from 'node:timers/promises';

/** Polls until there is a result; an error counts as none. Fails on timeout. */
export async function until<Answer>(
  ask: () => Answer | undefined | Promise<Answer | undefined>,
  withinMs = 30_000,
): Promise<Answer> {
  const giveUpMs = Date.now() + withinMs;
  let last: unknown = new Error('It did not come about in time');
  while (Date.now() < giveUpMs) {
    try {
      const answer = await ask();
      if (answer !== undefined) return answer;
    } catch (error) {
      last = error;
    }
    await delay(10);
  }
  throw last;
}

import { jest } from '@jest/globals';

import { Chance } from '../../src/common/chance/chance.js';
import { FootballPoller } from '../../src/football/polling/football-poller.js';
import { type KickOff, startKickOff } from './kickoff.js';

/**
 * Starts the application at this moment, with a poller that waits no longer than it must. From then on
 * time passes and the poller ticks in `pollFor` only, however long the calls of a test take.
 */
export async function startPolling(
  provider: Record<string, string>,
  moment: number,
): Promise<KickOff> {
  // In place of the method, so that the schedule does not find it: on a busy machine it would tick
  // before the clock is set.
  const unscheduled = jest.spyOn(FootballPoller.prototype, 'tick');
  const kickoff = await startKickOff(provider);
  unscheduled.mockRestore();
  jest.spyOn(kickoff.app.get(Chance), 'next').mockReturnValue(0);
  setClock(kickoff, moment);
  kickoff.clock.stand();
  return kickoff;
}

/** Goes to this moment without doing what would be due on the way. */
export function setClock({ clock }: Pick<KickOff, 'clock'>, moment: number): void {
  clock.advance(moment - clock.now().getTime());
}

/** Lets this time pass and the poller do what is due in it: at most one call of each provider a step. */
export async function pollFor(kickoff: KickOff, ms: number, stepMs: number): Promise<void> {
  const end = kickoff.clock.now().getTime() + ms;
  while (kickoff.clock.now().getTime() < end) {
    kickoff.clock.advance(stepMs);
    await kickoff.app.get(FootballPoller).tick();
  }
}

import { jest } from '@jest/globals';

import { Chance } from '../../src/common/chance/chance.js';
import { FootballPoller } from '../../src/football/polling/football-poller.js';
import { type KickOff, startKickOff } from './kickoff.js';

/**
 * Starts the application at this moment, with a poller without unnecessary waits. Afterwards time
 * passes and the poller ticks in `pollFor` only, however long the calls of a test take.
 */
export async function startPolling(
  provider: Record<string, string>,
  moment: number,
): Promise<KickOff> {
  // Replaces the method, so that the scheduler does not find it: on a busy machine it would tick
  // before the clock is set.
  const unscheduled = jest.spyOn(FootballPoller.prototype, 'tick');
  const kickoff = await startKickOff(provider);
  unscheduled.mockRestore();
  jest.spyOn(kickoff.app.get(Chance), 'next').mockReturnValue(0);
  setClock(kickoff, moment);
  kickoff.clock.stand();
  return kickoff;
}

/** Moves the clock without running what is due in between. */
export function setClock({ clock }: Pick<KickOff, 'clock'>, moment: number): void {
  clock.advance(moment - clock.now().getTime());
}

/** Advances the clock in steps and runs what is due: at most one call per provider and step. */
export async function pollFor(kickoff: KickOff, ms: number, stepMs: number): Promise<void> {
  const end = kickoff.clock.now().getTime() + ms;
  while (kickoff.clock.now().getTime() < end) {
    kickoff.clock.advance(stepMs);
    await kickoff.app.get(FootballPoller).tick();
  }
}

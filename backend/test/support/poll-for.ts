import { FootballPoller } from '../../src/football/polling/football-poller.js';
import type { KickOff } from './kickoff.js';

/** Lets this time pass and the poller do what is due in it: at most one call of each provider a step. */
export async function pollFor(kickoff: KickOff, ms: number, stepMs: number): Promise<void> {
  const end = kickoff.clock.now().getTime() + ms;
  while (kickoff.clock.now().getTime() < end) {
    kickoff.clock.advance(stepMs);
    await kickoff.app.get(FootballPoller).tick();
  }
}

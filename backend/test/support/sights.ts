import { jest } from '@jest/globals';
import type { LatestMatch, Viewpoint } from '@kickoff/contracts';

import { LIVE, type Moment } from '../../src/football/viewpoints/moment.js';
import {
  type FanSight,
  ViewpointsService,
} from '../../src/football/viewpoints/viewpoints.service.js';
import type { Caller } from './callers.js';
import type { KickOff } from './kickoff.js';

/** Returns the moment of a fan in a match. */
export type MomentOf = (match: LatestMatch) => Moment;

const LIVE_SIGHT: FanSight = {
  isLive: true,
  isChosen: () => false,
  momentNow: () => LIVE,
  momentOf: () => Promise.resolve(LIVE),
};

/** How far fans see matches, set by the test instead of stored viewpoints. */
export class Sights {
  private readonly sights = new Map<string, FanSight>();

  constructor(kickoff: Pick<KickOff, 'app'>) {
    const service = kickoff.app.get(ViewpointsService, { strict: false });
    jest
      .spyOn(service, 'sightOf')
      .mockImplementation((fanId) => Promise.resolve(this.sights.get(fanId) ?? LIVE_SIGHT));
  }

  set({ id }: Caller, momentOf: MomentOf): void {
    this.sights.set(id, {
      isLive: false,
      isChosen: () => true,
      momentNow: () => undefined,
      momentOf: (match) => Promise.resolve(momentOf(match)),
    });
  }

  clear({ id }: Caller): void {
    this.sights.delete(id);
  }

  clearAll(): void {
    this.sights.clear();
  }
}

/** A moment in the past of a match. */
export function until(
  { id }: Pick<LatestMatch, 'id'>,
  untilMs: number,
  viewpoint: Omit<Viewpoint, 'matchId'> = { mode: 'delayed', seconds: 45 },
): Moment {
  const mode = viewpoint.mode === 'replay' ? 'replay' : 'delayed';
  return { mode, untilMs, viewpoint: { matchId: id, ...viewpoint } };
}

export function hidden({ id }: Pick<LatestMatch, 'id'>): Moment {
  return { mode: 'hidden', viewpoint: { matchId: id, mode: 'hidden' } };
}

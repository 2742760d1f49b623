import { Injectable } from '@nestjs/common';
import type { LatestMatch } from '@kickoff/contracts';

import { LIVE, type Moment } from './moment.js';

/** How far one fan sees each match. */
export interface FanSight {
  /** The fan sees every match live: all responses are those that all fans share. */
  readonly isLive: boolean;
  /** @param match as its source states it */
  momentOf: (match: LatestMatch) => Promise<Moment>;
}

const LIVE_SIGHT: FanSight = { isLive: true, momentOf: () => Promise.resolve(LIVE) };

/** Owns how far each fan sees each match. */
@Injectable()
export class ViewpointsService {
  /** From memory: at most two seconds old on other instances, at once on the one that stored a change. */
  sightOf(_fanId: string): Promise<FanSight> {
    return Promise.resolve(LIVE_SIGHT);
  }
}

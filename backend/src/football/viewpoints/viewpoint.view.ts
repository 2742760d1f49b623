import type { Shield, Viewpoint } from '@kickoff/contracts';

import type { ShieldDocument } from './shield.schema.js';
import type { ReplayState } from './viewpoint-clock.js';
import type { ViewpointDocument } from './viewpoint.schema.js';

/**
 * Converts a fan's choice for a match.
 *
 * @param replay its state, for a match that can be replayed
 */
export function toViewpoint(
  { matchId, mode, seconds, position, playing, speed, until }: ViewpointDocument,
  replay?: Omit<ReplayState, 'untilMs'>,
): Viewpoint {
  return {
    matchId,
    mode,
    ...(seconds === undefined ? {} : { seconds }),
    ...(position === undefined ? {} : { position }),
    ...(playing === undefined ? {} : { playing }),
    ...(speed === undefined ? {} : { speed }),
    ...replay,
    ...(until === undefined ? {} : { until: until.toISOString() }),
  };
}

/** A match that is hidden by the fan's shield. */
export function toShieldedViewpoint(matchId: string, { until }: ShieldDocument): Viewpoint {
  return {
    matchId,
    mode: 'hidden',
    ...(until === undefined ? {} : { until: until.toISOString() }),
    byShield: true,
  };
}

export function toShield({ all, teams, leagues, until }: ShieldDocument): Shield {
  return {
    ...(all === undefined ? {} : { all }),
    ...(teams === undefined ? {} : { teams }),
    ...(leagues === undefined ? {} : { leagues }),
    ...(until === undefined ? {} : { until: until.toISOString() }),
  };
}

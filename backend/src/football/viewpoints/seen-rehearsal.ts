import type { LeagueData } from '@kickoff/contracts';

import { eventsShownAt, rehearsedTimeline } from '../rehearsals/rehearsal-course.js';
import type { RehearsalDocument } from '../rehearsals/rehearsal.schema.js';
import { toRehearsedLeague, toRehearsedMatch } from '../rehearsals/rehearsal.view.js';
import type { Moment } from './moment.js';
import type { MatchAtMoment } from './league-at-moments.js';
import { entriesUpTo, seeMatch } from './seen-match.js';
import type { FanSight } from './viewpoints.service.js';

/**
 * Returns a match of a rehearsal up to a moment; its document and the time determine each state.
 */
export function seeRehearsed(
  rehearsal: RehearsalDocument,
  index: number,
  moment: Moment,
  now: number,
): MatchAtMoment {
  if (moment.mode === 'hidden') {
    const entries = rehearsedTimeline(rehearsal, index, now);
    const match = seeMatch(toRehearsedMatch(rehearsal, index, now), entries, moment, now);
    return { match, entries: entriesUpTo(entries, moment), events: undefined, moment };
  }
  const atMs = moment.mode === 'live' ? now : Math.min(moment.untilMs, now);
  const match = toRehearsedMatch(rehearsal, index, atMs);
  return {
    match: moment.mode === 'live' ? match : { ...match, viewpoint: moment.viewpoint },
    entries: rehearsedTimeline(rehearsal, index, atMs),
    events: eventsShownAt(rehearsal, index, atMs),
    moment,
  };
}

/** Returns a rehearsal as a league, as one fan sees it. */
export async function seeRehearsedLeague(
  rehearsal: RehearsalDocument,
  origin: Pick<LeagueData, 'season' | 'source'>,
  sight: FanSight,
  now: number,
): Promise<LeagueData> {
  const seen: MatchAtMoment[] = [];
  for (const index of rehearsal.matches.keys()) {
    const match = toRehearsedMatch(rehearsal, index, now);
    const moment = await sight.momentOf({ ...match, league: rehearsal.league });
    seen.push(seeRehearsed(rehearsal, index, moment, now));
  }
  return toRehearsedLeague(rehearsal, origin, seen, now);
}

import type { Match, MatchTeam, TimelineEntryKind } from '@kickoff/contracts';
import { formatDayOfYear, formatTime } from '@kickoff/ui';

import type { Entry } from './thread-rows';

type Clubs = Pick<Match, 'homeTeam' | 'awayTeam'>;

const TITLES: Readonly<Record<TimelineEntryKind, string>> = {
  kick_off: 'Kick-off',
  goal: 'Goal',
  goal_cancelled: 'Goal cancelled',
  half_time: 'Half time',
  second_half: 'Second half',
  extra_time: 'Extra time',
  penalties: 'Penalties',
  full_time: 'Full time',
  postponed: 'Postponed',
  suspended: 'Suspended',
  resumed: 'Resumed',
  cancelled: 'Cancelled',
  rescheduled: 'Rescheduled',
  correction: 'Correction',
  data_lost: 'No data since',
  data_back: 'Data again since',
};

/** Returns the heading of an entry. */
export function entryTitle({ kind, at, utcDate }: Entry): string {
  if (kind === 'data_lost' || kind === 'data_back') return `${TITLES[kind]} ${formatTime(at)}`;
  if (kind === 'rescheduled' && utcDate !== undefined) {
    return `Rescheduled to ${formatDayOfYear(utcDate)}, ${formatTime(utcDate)}`;
  }
  return TITLES[kind];
}

/** Returns the club that an entry is about. */
export function clubOf({ team }: Entry, { homeTeam, awayTeam }: Clubs): MatchTeam | undefined {
  if (team === undefined) return undefined;
  return team === 'home' ? homeTeam : awayTeam;
}

/** Describes an entry for screen readers in one sentence. */
export function describeEntry(entry: Entry, clubs: Clubs): string {
  const { kind, minute, player, score } = entry;
  const club = clubOf(entry, clubs);
  const { homeTeam: home = null, awayTeam: away = null } = score ?? {};
  return [
    club ? `${entryTitle(entry)}, ${club.name}` : entryTitle(entry),
    player?.name,
    kind.startsWith('goal') && /^\d/.test(minute ?? '') ? `minute ${minute}` : undefined,
    home === null || away === null || kind.startsWith('data_')
      ? undefined
      : `${clubs.homeTeam.name} ${home}, ${clubs.awayTeam.name} ${away}`,
  ]
    .filter((part) => part !== undefined)
    .join('. ');
}

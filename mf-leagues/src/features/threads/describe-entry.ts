import type { Match, MatchTeam } from '@kickoff/contracts';
import { fillText, formatTime } from '@kickoff/ui';

import { formatNewDate } from '../../kick-off';
import { texts } from '../../texts';
import type { Entry } from './thread-rows';

type Clubs = Pick<Match, 'homeTeam' | 'awayTeam'>;

/** Returns the heading of an entry. */
export function entryTitle({ kind, at, utcDate }: Entry): string {
  if (kind === 'data_lost' || kind === 'data_back') {
    return fillText(texts.dataEntries[kind], { time: formatTime(at) });
  }
  if (kind === 'rescheduled' && utcDate !== undefined) return formatNewDate(utcDate);
  return texts.entries[kind];
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
    club
      ? fillText(texts.entry.ofClub, { title: entryTitle(entry), club: club.name })
      : entryTitle(entry),
    player?.name,
    kind.startsWith('goal') && typeof minute === 'string' && /^\d/.test(minute)
      ? fillText(texts.entry.minute, { minute })
      : undefined,
    home === null || away === null || kind.startsWith('data_')
      ? undefined
      : fillText(texts.entry.score, {
          home: clubs.homeTeam.name,
          homeGoals: home,
          away: clubs.awayTeam.name,
          awayGoals: away,
        }),
  ]
    .filter((part) => part !== undefined)
    .join('. ');
}

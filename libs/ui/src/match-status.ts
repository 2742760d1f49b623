import type { Match } from '@kickoff/contracts';

import { fillText } from './fill-text';
import { formatTime } from './format';
import { texts } from './texts';

/** Formats the minute: 72', or 45+2' in injury time. */
export function formatMinute(minute: number, injuryTime?: number): string {
  return injuryTime === undefined ? `${minute}'` : `${minute}+${injuryTime}'`;
}

/** Formats a match clock as it is in timelines: 67', 45+2', HT; empty before kick-off. */
export function formatClock(minute: string | null | undefined): string {
  return /^\d/.test(minute ?? '') ? `${minute}'` : (minute ?? '');
}

/** Formats a match's status as on a scoreboard; empty before kick-off. */
export function formatMatchStatus({ status, minute, injuryTime, shielded }: Match): string {
  // From the clock only, which knows neither minute nor half-time.
  if (shielded) return status === 'FINISHED' ? texts.match.finished : texts.match.inPlay;
  switch (status) {
    case 'SCHEDULED':
      return '';
    case 'IN_PLAY':
      // Not every provider has the minute.
      return minute === undefined ? texts.match.live : formatMinute(minute, injuryTime);
    case 'PAUSED':
      return texts.match.halfTime;
    case 'FINISHED':
      return texts.match.fullTime;
    case 'POSTPONED':
      return texts.match.postponed;
    case 'SUSPENDED':
      return texts.match.suspended;
    case 'CANCELED':
      return texts.match.canceled;
  }
}

/** Formats the time of outdated data, instead of a minute that would seem to run. */
export function formatDataTime(time: string): string {
  return fillText(texts.match.asOf, { time: formatTime(time) });
}

/** Formats the moment from which a match is seen; empty if live, or before its kick-off. */
export function formatViewpoint({ viewpoint }: Pick<Match, 'viewpoint'>): string {
  if (viewpoint?.mode === 'delayed') {
    return fillText(texts.match.delayed, { seconds: viewpoint.seconds ?? 0 });
  }
  return viewpoint?.mode === 'replay' ? texts.match.replay : '';
}

import type { Match } from '@kickoff/contracts';

/** 72', or 45+2' in injury time. */
export function minuteInWords(minute: number, injuryTime?: number): string {
  return injuryTime === undefined ? `${minute}'` : `${minute}+${injuryTime}'`;
}

/** How far a match is, as a scoreboard says it; nothing before kick-off. */
export function statusInWords({ status, minute, injuryTime }: Match): string {
  switch (status) {
    case 'SCHEDULED':
      return '';
    case 'IN_PLAY':
      // Not every source tells the minute.
      return minute === undefined ? 'Live' : minuteInWords(minute, injuryTime);
    case 'PAUSED':
      return 'HT';
    case 'FINISHED':
      return 'FT';
    case 'POSTPONED':
      return 'Postponed';
    case 'SUSPENDED':
      return 'Suspended';
    case 'CANCELED':
      return 'Canceled';
  }
}

import type { Match } from '@kickoff/contracts';

import type { TeamFixture } from '../football/football.view.js';
import { isTimeKnown } from '../football/kick-off-time.js';

/** Two halves, the break and some stoppage time. */
const MATCH_MS = 2 * 3_600_000;
const DAY_MS = 24 * 3_600_000;
const LINE_BYTES = 75;

const STATUSES: Record<Match['status'], string> = {
  SCHEDULED: 'CONFIRMED',
  IN_PLAY: 'CONFIRMED',
  PAUSED: 'CONFIRMED',
  FINISHED: 'CONFIRMED',
  SUSPENDED: 'TENTATIVE',
  POSTPONED: 'TENTATIVE',
  CANCELED: 'CANCELLED',
};

/**
 * Formats a team's fixtures as iCalendar (RFC 5545). A match has the same UID after a change of its
 * time, so that calendar programs move it.
 */
export function toICalendar(fixtures: readonly TeamFixture[], publicUrl: string): string {
  const { host } = new URL(publicUrl);
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//KickOff//Team calendar//EN',
    'CALSCALE:GREGORIAN',
    'X-WR-CALNAME:KickOff: my team',
    'REFRESH-INTERVAL;VALUE=DURATION:PT1H',
    ...fixtures.flatMap((fixture) => eventOf(fixture, publicUrl, host)),
    'END:VCALENDAR',
  ];
  return lines.map((line) => `${foldLine(line)}\r\n`).join('');
}

function eventOf(fixture: TeamFixture, publicUrl: string, host: string): string[] {
  const { match, league, demo, stadium, updatedAt } = fixture;
  const { homeTeam, awayTeam } = match.score.fullTime;
  const score = homeTeam === null || awayTeam === null ? '' : ` ${homeTeam}-${awayTeam}`;
  const description = demo ? `${league}, simulated season (demo data)` : league;
  return [
    'BEGIN:VEVENT',
    `UID:${match.id}@${host}`,
    `DTSTAMP:${stamp(new Date(updatedAt))}`,
    ...timesOf(fixture),
    `SUMMARY:${escaped(`${match.homeTeam.shortName} - ${match.awayTeam.shortName}${score}`)}`,
    `DESCRIPTION:${escaped(description)}`,
    ...(stadium === undefined ? [] : [`LOCATION:${escaped(stadium)}`]),
    `URL:${publicUrl}/match/${encodeURIComponent(match.id)}`,
    `STATUS:${STATUSES[match.status]}`,
    'END:VEVENT',
  ];
}

/** Start and end; the whole day if the time is unknown. */
function timesOf({ match, demo }: TeamFixture): string[] {
  const start = new Date(match.utcDate);
  const after = (ms: number) => stamp(new Date(start.getTime() + ms));
  if (demo || isTimeKnown(match)) return [`DTSTART:${stamp(start)}`, `DTEND:${after(MATCH_MS)}`];
  const [from, to] = [stamp(start), after(DAY_MS)].map((time) => time.slice(0, 8));
  return [`DTSTART;VALUE=DATE:${from}`, `DTEND;VALUE=DATE:${to}`];
}

/** `20261121T150000Z` */
function stamp(date: Date): string {
  return date.toISOString().replace(/[-:]|[.]\d+/g, '');
}

function escaped(text: string): string {
  return text.replace(/[\\;,]/g, '\\$&').replace(/\r?\n/g, '\\n');
}

/** Folds a line at 75 bytes: a line break and a space, never inside a character. */
function foldLine(line: string): string {
  let text = '';
  let bytes = 0;
  for (const character of line) {
    const size = Buffer.byteLength(character);
    if (bytes + size > LINE_BYTES) {
      text += '\r\n ';
      bytes = 1;
    }
    text += character;
    bytes += size;
  }
  return text;
}

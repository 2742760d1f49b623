import { afterEach, beforeEach, expect, it } from '@jest/globals';
import { TeamCalendar } from '@kickoff/contracts';
import {
  answered,
  aProviderMatch,
  aProviderScore,
  theMatches,
} from '@kickoff/testing/football-data-shapes';
import { ProviderDouble } from '@kickoff/testing/provider-double';
import { Types } from 'mongoose';

import { aFan, as, asVisitor } from './support/callers.js';
import type { KickOff } from './support/kickoff.js';
import { pollFor, startPolling } from './support/polling.js';

const DAY_MS = 86_400_000;

let double: ProviderDouble;
let kickoff: KickOff;
/** Overrides of the provider's only match. */
let match: Record<string, unknown>;

beforeEach(async () => {
  match = { utcDate: '2026-12-05T15:00:00Z' };
  double = new ProviderDouble(() => answered(theMatches(aProviderMatch(match))));
  const provider = {
    FOOTBALL_DATA_TOKEN: 'a-key-nobody-may-see',
    FOOTBALL_DATA_URL: await double.start(),
    PUBLIC_URL: 'https://kickoff.example',
  };
  kickoff = await startPolling(provider, Date.parse('2026-11-21T09:00:02Z'));
});
afterEach(async () => {
  await kickoff.stop();
  await double.stop();
});

/** Polls all leagues and returns the match's event in the calendar of an Arsenal fan. */
async function eventAfterPolling(): Promise<string[]> {
  await pollFor(kickoff, 60_000, 7_000);
  const fan = await aFan(kickoff);
  await kickoff.connection
    .collection('users')
    .updateOne({ _id: new Types.ObjectId(fan.id) }, { $set: { fav_team1: 'Arsenal' } });
  const answer = await as(kickoff, fan).get('/api/football/calendar').expect(200);
  const { text } = await asVisitor(kickoff).get(
    new URL(TeamCalendar.parse(answer.body).url).pathname,
  );
  const lines = text.replaceAll('\r\n ', '').trimEnd().split('\r\n');
  const from = lines.indexOf('UID:football-data.org:538001@kickoff.example');
  return from === -1 ? [] : lines.slice(from, lines.indexOf('END:VEVENT', from));
}

it('the team calendar moves the event of a match to its new date under the same UID', async () => {
  expect(await eventAfterPolling()).toContain('DTSTART:20261205T150000Z');

  match = { utcDate: '2026-12-07T20:00:00Z' };
  kickoff.clock.advance(DAY_MS);
  const moved = await eventAfterPolling();

  expect(moved).toContain('DTSTART:20261207T200000Z');
  expect(moved).toContain('DTEND:20261207T220000Z');
});

it.each([
  ['POSTPONED', 'STATUS:TENTATIVE'],
  ['CANCELLED', 'STATUS:CANCELLED'],
])('the team calendar shows a %s match with %s', async (status, line) => {
  await eventAfterPolling();

  match = { ...match, status, score: aProviderScore(0, 0) };
  kickoff.clock.advance(DAY_MS);
  const event = await eventAfterPolling();

  expect(event).toContain(line);
  expect(event).toContain('SUMMARY:Arsenal - Chelsea');
});

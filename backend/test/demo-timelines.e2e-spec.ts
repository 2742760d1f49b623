import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { LeagueData, LEAGUES, type Match, MatchPage, MatchTimeline } from '@kickoff/contracts';

import { replay } from '../src/football/timelines/timeline-state.js';
import { aFan, as, asVisitor, type Caller } from './support/callers.js';
import { type KickOff, startKickOff } from './support/kickoff.js';
import { setClock } from './support/polling.js';

const SATURDAY = Date.parse('2026-11-21T12:47:02Z');
const MINUTE_MS = 60_000;

describe('timeline of a demo match', () => {
  let kickoff: KickOff;
  let fan: Caller;

  beforeAll(async () => {
    kickoff = await startKickOff();
    setClock(kickoff, SATURDAY);
    kickoff.clock.stand();
    fan = await aFan(kickoff);
  });
  afterAll(() => kickoff.stop());

  const read = (id: string) => as(kickoff, fan).get(`/api/football/matches/${id}/timeline`);
  const timeline = async (id: string) =>
    MatchTimeline.strict().parse((await read(id).expect(200)).body);
  const matchesOf = async (league: (typeof LEAGUES)[number]) =>
    LeagueData.parse((await as(kickoff, fan).get(`/api/football?league=${league}`)).body).matches;
  async function aMatch(isWanted: (match: Match) => boolean): Promise<Match> {
    const found = (await matchesOf('premier_league')).find(isWanted);
    if (!found) throw new Error('The league has no such match.');
    return found;
  }

  it.each(LEAGUES)(
    'replays to the status and score shown in %s before, in and after play',
    async (name) => {
      const matches = await matchesOf(name);
      const ofStatus = (status: Match['status']) =>
        matches.filter((match) => match.status === status).slice(0, 3);
      for (const shown of [
        ...ofStatus('FINISHED'),
        ...ofStatus('IN_PLAY'),
        ...ofStatus('PAUSED'),
        ...ofStatus('SCHEDULED'),
      ]) {
        const { match, entries } = await timeline(shown.id);

        expect(match).toEqual({ ...shown, league: name });
        const { status, score } = replay(entries);
        expect({ status, score }).toEqual({ status: match.status, score: match.score.fullTime });
      }
    },
  );

  it('is complete for matches that ended before the season was first shown', async () => {
    const { id, utcDate } = await aMatch(({ status }) => status === 'FINISHED');

    const { entries } = await timeline(id);

    expect(entries[0]).toMatchObject({ seq: 1, kind: 'kick_off', at: utcDate });
    expect(entries.at(-1)).toMatchObject({ kind: 'full_time', minute: 'FT' });
  });

  it('only appends entries while the match is in play', async () => {
    const { id } = await aMatch(({ status }) => status === 'IN_PLAY');
    let before = (await timeline(id)).entries;
    for (let minutes = 0; minutes < 120; minutes += 5) {
      kickoff.clock.advance(5 * MINUTE_MS);
      const { entries } = await timeline(id);

      expect(entries.slice(0, before.length)).toEqual(before);
      before = entries;
    }
    expect(before.at(-1)?.kind).toBe('full_time');
  });

  it('exists for a match of the previous season', async () => {
    const { id } = await aMatch(({ status }) => status === 'FINISHED');
    const page = MatchPage.parse((await as(kickoff, fan).get(`/api/football/matches/${id}`)).body);
    const former = page.headToHead.at(-1);
    if (!former) throw new Error('The clubs have not met before.');

    const { entries } = await timeline(former.id);

    expect(replay(entries).score).toEqual(former.score.fullTime);
  });

  it('is empty before kick-off', async () => {
    const { id } = await aMatch(({ status }) => status === 'SCHEDULED');

    expect((await timeline(id)).entries).toEqual([]);
  });

  it.each(['demo:premier_league:2026-27:1:nobody-nobody', 'football-data.org:1', '$gt'])(
    'answers 404 for the unknown match %s',
    async (id) => {
      expect((await read(id)).status).toBe(404);
    },
  );

  it('answers 401 to visitors', async () => {
    const { id } = await aMatch(() => true);

    const answer = await asVisitor(kickoff).get(`/api/football/matches/${id}/timeline`);

    expect(answer.status).toBe(401);
  });

  it('answers 304 to a matching ETag', async () => {
    const { id } = await aMatch(({ status }) => status === 'FINISHED');
    const { headers } = await read(id).expect(200);

    const second = await read(id).set('If-None-Match', headers['etag'] ?? '');

    expect(headers['cache-control']).toBe('private, no-cache');
    expect(second.status).toBe(304);
  });
});

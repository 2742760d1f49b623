import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { LeagueData, MatchPage } from '@kickoff/contracts';

import { aFan, anAdmin, as, type Caller } from './support/callers.js';
import { DAY_MS, DERBY, DerbyFixture, KICK_OFF, MINUTE_MS } from './support/derby-fixture.js';
import type { KickOff } from './support/kickoff.js';

describe('timeline of a provider match', () => {
  let given: DerbyFixture;
  let kickoff: KickOff;
  let fan: Caller;

  beforeEach(async () => {
    given = await DerbyFixture.open();
    ({ kickoff, fan } = given);
  });
  afterEach(() => given.close());

  it('records a postponed match and its new date', async () => {
    given.provider.derby = { status: 'POSTPONED' };
    await given.poll(MINUTE_MS);
    given.provider.derby = { status: 'TIMED', utcDate: '2026-11-25T20:00:00Z' };
    kickoff.clock.advance(DAY_MS);
    await given.poll(70_000);

    const { match, entries } = await given.timeline();

    expect(entries.map(({ kind, minute, score }) => [kind, minute, score])).toEqual([
      ['postponed', null, undefined],
      ['rescheduled', null, undefined],
    ]);
    expect(entries[1]?.utcDate).toBe(match.utcDate);
  });

  it('shows the previous date to a fan whose viewpoint is before the change', async () => {
    const live = await aFan(kickoff);
    const dateFor = async (by: Caller) => {
      const answer = await as(kickoff, by).get(`/api/football/matches/${DERBY}`).expect(200);
      return Date.parse(MatchPage.parse(answer.body).utcDate);
    };
    await as(kickoff, fan)
      .put(`/api/user/viewpoints/${DERBY}`)
      .send({ mode: 'delayed', seconds: 300 })
      .expect(200);
    given.provider.derby = { status: 'TIMED', utcDate: '2026-11-25T20:00:00Z' };
    await given.poll(70_000);
    const moved = Date.parse('2026-11-25T20:00:00Z');

    expect([await dateFor(live), await dateFor(fan)]).toEqual([moved, KICK_OFF]);
    await given.poll(5 * MINUTE_MS);
    expect(await dateFor(fan)).toBe(moved);
    const timelines = [
      await given.read(`/matches/${DERBY}/timeline`),
      await as(kickoff, await anAdmin(kickoff)).get(
        `/api/admin/football/matches/${DERBY}/timeline`,
      ),
    ];
    for (const { text } of timelines) {
      expect(text).toContain('rescheduled');
      expect(text).not.toContain('movedFrom');
    }
  });

  it('shows the previous date to a fan who hides a match that moved after its kick-off', async () => {
    await as(kickoff, fan).put('/api/user/shield').send({ all: true }).expect(200);
    await given.state('IN_PLAY', 1, 0);
    given.provider.derby = { status: 'TIMED', utcDate: '2026-11-25T20:00:00Z' };
    await given.poll(70_000);

    const seen = async () => {
      const page = MatchPage.parse((await given.read(`/matches/${DERBY}`)).body);
      const league = LeagueData.parse((await given.read('?league=premier_league')).body);
      const listed = league.matches.find(({ id }) => id === DERBY);
      return [page, listed].map((match) => [Date.parse(match?.utcDate ?? ''), match?.status]);
    };

    expect(await seen()).toEqual([
      [KICK_OFF, 'IN_PLAY'],
      [KICK_OFF, 'IN_PLAY'],
    ]);
    kickoff.clock.advance(4 * 60 * MINUTE_MS);
    expect(await seen()).toEqual([
      [KICK_OFF, 'FINISHED'],
      [KICK_OFF, 'FINISHED'],
    ]);
    await as(kickoff, fan).put(`/api/user/viewpoints/${DERBY}`).send({ mode: 'live' }).expect(200);
    const moved = Date.parse('2026-11-25T20:00:00Z');
    expect(await seen()).toEqual([
      [moved, 'SCHEDULED'],
      [moved, 'SCHEDULED'],
    ]);
  });

  it('shows the new date of a postponed match to a fan who hides it', async () => {
    await as(kickoff, fan).put('/api/user/shield').send({ all: true }).expect(200);
    given.provider.derby = { status: 'POSTPONED' };
    await given.poll(MINUTE_MS);
    given.provider.derby = { status: 'TIMED', utcDate: '2026-11-25T20:00:00Z' };
    kickoff.clock.advance(DAY_MS);
    await given.poll(70_000);

    const league = LeagueData.parse((await given.read('?league=premier_league')).body);

    expect(league.matches.find(({ id }) => id === DERBY)).toMatchObject({
      utcDate: MatchPage.parse((await given.read(`/matches/${DERBY}`)).body).utcDate,
      status: 'SCHEDULED',
    });
    expect(Date.parse((await given.timeline()).match.utcDate)).toBe(
      Date.parse('2026-11-25T20:00:00Z'),
    );
  });
});

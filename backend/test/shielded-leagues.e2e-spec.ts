import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { LatestMatch, LeagueData, type Match } from '@kickoff/contracts';

import { SeenLeagues } from '../src/football/viewpoints/seen-leagues.js';
import { ViewpointsService } from '../src/football/viewpoints/viewpoints.service.js';
import { aFan, as, type Caller } from './support/callers.js';
import { type KickOff, startKickOff } from './support/kickoff.js';
import { setClock } from './support/polling.js';

const SATURDAY = Date.parse('2026-11-21T12:47:02Z');
const LEAGUE = 'premier_league';
const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

describe('shielded leagues', () => {
  let kickoff: KickOff;

  beforeEach(async () => {
    kickoff = await startKickOff();
    setClock(kickoff, SATURDAY);
    kickoff.clock.stand();
  });
  afterEach(() => kickoff.stop());

  async function aShieldedFan(shield: object = { all: true }): Promise<Caller> {
    const fan = await aFan(kickoff);
    await as(kickoff, fan).put('/api/user/shield').send(shield).expect(200);
    return fan;
  }
  const choose = (fan: Caller, { id }: Match, change: object) =>
    as(kickoff, fan)
      .put(`/api/user/viewpoints/${encodeURIComponent(id)}`)
      .send(change)
      .expect(200);
  async function matchesFor(fan: Caller): Promise<Match[]> {
    const answer = await as(kickoff, fan).get(`/api/football?league=${LEAGUE}`).expect(200);
    return LeagueData.parse(answer.body).matches;
  }
  async function aMatch(status: Match['status']): Promise<Match> {
    const matches = await matchesFor(await aFan(kickoff));
    const found = matches.find((match) => match.status === status);
    if (!found) throw new Error(`The league has no match that is ${status}.`);
    return found;
  }
  async function listsOf({ id }: Caller): Promise<Map<string, LeagueData>> {
    const sight = await kickoff.app.get(ViewpointsService, { strict: false }).sightOf(id);
    const lists = await kickoff.app.get(SeenLeagues, { strict: false }).all(sight);
    return new Map(lists.map((list) => [list.league, list]));
  }

  it('a list is computed once for all fans whose shields hide the same matches', async () => {
    const fan = await aShieldedFan();
    kickoff.clock.advance(1);
    const other = await aShieldedFan();

    const [own, others] = [await listsOf(fan), await listsOf(other)];

    expect(own.size).toBe(8);
    for (const [league, list] of own) expect(others.get(league)).toBe(list);
  });

  it('a list is computed separately only for a league in which the fan chose a viewpoint', async () => {
    const match = await aMatch('IN_PLAY');
    const [fan, other] = [await aShieldedFan(), await aShieldedFan()];
    await choose(fan, match, { mode: 'live' });

    const [own, others] = [await listsOf(fan), await listsOf(other)];

    const ownOnly = [...own].filter(([league, list]) => others.get(league) !== list);
    expect(ownOnly.map(([league]) => league)).toEqual([LEAGUE]);
  });

  it('fans whose shields name different teams get different lists', async () => {
    const match = await aMatch('IN_PLAY');
    const [home, away] = [
      await aShieldedFan({ teams: [match.homeTeam.id] }),
      await aShieldedFan({ teams: [match.awayTeam.id] }),
    ];

    const hiddenFrom = async (fan: Caller) =>
      (await matchesFor(fan)).filter(({ viewpoint }) => viewpoint?.mode === 'hidden');

    for (const [fan, team] of [
      [home, match.homeTeam],
      [away, match.awayTeam],
    ] as const) {
      const hidden = await hiddenFrom(fan);
      expect(hidden).not.toEqual([]);
      expect(
        hidden.every(({ homeTeam, awayTeam }) => [homeTeam.id, awayTeam.id].includes(team.id)),
      ).toBe(true);
    }
  });

  it('a match that ended a day before the shield was set is not hidden', async () => {
    const match = await aMatch('IN_PLAY');
    const early = await aShieldedFan();
    setClock(kickoff, Date.parse(match.utcDate) + 4 * HOUR_MS + DAY_MS);
    const late = await aShieldedFan();

    const seenBy = async (fan: Caller) => (await matchesFor(fan)).find(({ id }) => id === match.id);

    expect(await seenBy(early)).toMatchObject({ shielded: true });
    expect((await seenBy(late))?.shielded).toBeUndefined();
  });

  it('the status of a match changes with time while its league does not change', async () => {
    const { id, utcDate } = await aMatch('IN_PLAY');
    const fan = await aShieldedFan();
    const statusAt = async (ms: number) => {
      setClock(kickoff, Date.parse(utcDate) + ms);
      return (await matchesFor(fan)).find((match) => match.id === id)?.status;
    };

    expect(await statusAt(4 * HOUR_MS - 1)).toBe('IN_PLAY');
    expect(await statusAt(4 * HOUR_MS)).toBe('FINISHED');
  });

  it('the latest matches include a revealed match with its score', async () => {
    const match = await aMatch('IN_PLAY');
    const fan = await aShieldedFan();
    const seen = async () => {
      const answer = await as(kickoff, fan).get('/api/football/latest').expect(200);
      return LatestMatch.array()
        .parse(answer.body)
        .find(({ id }) => id === match.id);
    };
    expect(await seen()).toMatchObject({ shielded: true });

    await choose(fan, match, { mode: 'live' });

    expect(await seen()).toMatchObject({ score: match.score });
    expect((await seen())?.shielded).toBeUndefined();
  });
});

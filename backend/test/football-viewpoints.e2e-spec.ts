import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import {
  type LatestMatch,
  LeagueData,
  LeagueSummary,
  type Match,
  MatchPage,
  MatchTimeline,
  Rehearsal,
  TeamCalendar,
} from '@kickoff/contracts';
import { Types } from 'mongoose';
import request from 'supertest';
import { z } from 'zod';

import { RouteTable } from '../src/common/http/route-table.js';
import { RehearsalsService } from '../src/football/rehearsals/rehearsals.service.js';
import { LIVE } from '../src/football/viewpoints/moment.js';
import { aFan, anAdmin, as, type Caller } from './support/callers.js';
import { type KickOff, startKickOff } from './support/kickoff.js';
import { hidden, type MomentOf, Sights, until } from './support/sights.js';

const SECOND_MS = 1_000;
const MINUTE_MS = 60 * SECOND_MS;
const HOUR_MS = 60 * MINUTE_MS;
const DELAY_MS = 45 * SECOND_MS;
const STEP_MS = 15 * SECOND_MS;
/** Fields that depend on the feed, the fan or other matches. */
const NOT_OF_THE_MATCH = ['viewpoint', 'updatedAt', 'stale', 'form', 'headToHead'];
const NONE = { homeTeam: null, awayTeam: null };
const Shown = z.looseObject({ rehearsal: z.string(), score: z.unknown(), id: z.string() });

/** All football GET routes for fans; new ones must be added to `walk`. */
const ROUTES = [
  '/api/football',
  '/api/football/calendar',
  '/api/football/calendar/:file',
  '/api/football/digest',
  '/api/football/latest',
  '/api/football/leagues',
  '/api/football/matches/:id',
  '/api/football/matches/:id/timeline',
  '/api/football/teams',
];

describe('football viewpoints', () => {
  let kickoff: KickOff;
  let sights: Sights;
  let admin: Caller;
  let live: Caller;
  let other: Caller;

  beforeAll(async () => {
    kickoff = await startKickOff();
    kickoff.clock.stand();
    sights = new Sights(kickoff);
    admin = await anAdmin(kickoff);
  });
  beforeEach(async () => {
    live = await aFan(kickoff);
    other = await aFan(kickoff);
  });
  afterEach(async () => {
    const rehearsals = kickoff.app.get(RehearsalsService, { strict: false });
    for (const { _id } of await rehearsals.list()) await rehearsals.remove(_id);
  });
  afterAll(() => kickoff.stop());

  const read = async (caller: Caller, path: string) =>
    as(kickoff, caller).get(`/api/football${path}`).expect(200);
  const league = async (caller: Caller, name = 'premier_league') =>
    LeagueData.strict().parse((await read(caller, `?league=${name}`)).body);
  const page = async (caller: Caller, id: string) =>
    MatchPage.parse((await read(caller, `/matches/${id}`)).body);
  const timeline = async (caller: Caller, id: string) =>
    MatchTimeline.strict().parse((await read(caller, `/matches/${id}/timeline`)).body);
  const nowMs = () => kickoff.clock.now().getTime();

  async function rehearse(): Promise<Rehearsal> {
    const body = {
      league: 'premier_league',
      matchday: 3,
      speed: 20,
      faults: ['goal_cancelled'],
      fans: [live.id, other.id],
      startsIn: 0,
    };
    const answer = await as(kickoff, admin).post('/api/admin/rehearsals').send(body).expect(201);
    return Rehearsal.parse(answer.body);
  }

  /** What every football route returns of the matches of a rehearsal. */
  async function walk(caller: Caller, rehearsal: Rehearsal): Promise<Record<string, unknown>> {
    const { url } = TeamCalendar.parse((await read(caller, '/calendar')).body);
    const calendar = await request(kickoff.url).get(new URL(url).pathname).expect(200);
    const ids = rehearsal.matches.map(({ id }) => id);
    const whole = [
      `?league=premier_league&rehearsal=${rehearsal._id}`,
      ...ids.flatMap((id) => [`/matches/${id}`, `/matches/${id}/timeline`]),
    ];
    const shared = ['?league=premier_league', '/leagues', '/latest', '/digest', '/teams'];
    const bodies: Record<string, unknown> = {
      calendar: ids.filter((id) => calendar.text.includes(id)),
    };
    for (const path of whole) bodies[path] = stripUnrelated((await read(caller, path)).body);
    for (const path of shared) {
      const found = findShown((await read(caller, path)).body);
      bodies[path] = found.filter((match) => match.rehearsal === rehearsal._id).map(stripUnrelated);
    }
    return bodies;
  }

  /** Runs a rehearsal and returns what a live fan and the other fan see at each step. */
  async function follow(rehearsal: Rehearsal, steps: number) {
    const seen: { live: unknown; other: unknown }[] = [];
    for (let step = 0; step < steps; step += 1) {
      seen.push({ live: await walk(live, rehearsal), other: await walk(other, rehearsal) });
      kickoff.clock.advance(STEP_MS);
    }
    return seen;
  }

  it('are tested on every football GET route for fans', () => {
    const routes = kickoff.app
      .get(RouteTable)
      .routes()
      .filter(({ method, path }) => method === 'GET' && path.startsWith('/api/football'))
      .map(({ path }) => path);

    expect(routes.sort()).toEqual(ROUTES);
  });

  it('show a delayed fan on every route what a live fan saw 45 seconds before', async () => {
    const rehearsal = await rehearse();
    sights.set(other, (match) => (match.rehearsal ? until(match, nowMs() - DELAY_MS) : LIVE));

    const seen = await follow(rehearsal, 12);

    const behind = DELAY_MS / STEP_MS;
    for (const [step, { other: late }] of seen.entries()) {
      if (step >= behind) expect({ step, late }).toEqual({ step, late: seen[step - behind]?.live });
    }
    expect(new Set(seen.map((step) => JSON.stringify(step.live))).size).toBeGreaterThan(8);
  });

  it('show a replaying fan on every route what a live fan saw at that position', async () => {
    const rehearsal = await rehearse();
    const positions = [60, 150].map((seconds) => Date.parse(rehearsal.kickOffAt) + seconds * 1_000);
    const expected: unknown[] = [];
    for (const moment of positions) {
      kickoff.clock.advance(moment - nowMs());
      expected.push(await walk(live, rehearsal));
    }
    kickoff.clock.advance(10 * MINUTE_MS);

    for (const [at, moment] of positions.entries()) {
      sights.set(other, (match) =>
        match.rehearsal ? until(match, moment, { mode: 'replay', position: 60 }) : LIVE,
      );
      // The match is over for the live fan, so the order of the latest matches differs.
      expect({ at, seen: await walk(other, rehearsal) }).toEqual({ at, seen: expected[at] });
    }
  });

  it('show a fan who hides a rehearsal no score or event on any route', async () => {
    const rehearsal = await rehearse();
    sights.set(other, (match) => (match.rehearsal ? hidden(match) : LIVE));
    kickoff.clock.advance(4 * MINUTE_MS);

    const bodies = await walk(other, rehearsal);

    const shown = Object.values(bodies).flatMap(findShown);
    expect(shown.length).toBeGreaterThan(3 * rehearsal.matches.length);
    for (const match of shown) {
      expect(match).toMatchObject({
        status: 'IN_PLAY',
        shielded: true,
        score: { fullTime: NONE, halfTime: NONE },
      });
      expect(Object.keys(match)).not.toEqual(expect.arrayContaining(['minute']));
      expect(Object.keys(match)).not.toEqual(expect.arrayContaining(['events']));
    }
    const id = rehearsal.matches[0]?.id ?? '';
    expect((await timeline(other, id)).entries).toEqual([]);
    const { standings, scorers } = LeagueData.parse(
      (await read(other, `?league=premier_league&rehearsal=${rehearsal._id}`)).body,
    );
    expect(standings[0]?.hiddenResults).toBe(rehearsal.matches.length);
    expect(standings[0]?.table.every(({ playedGames }) => playedGames === 0)).toBe(true);
    expect(scorers).toEqual([]);
  });

  it('are returned on each response about a match that is not live for the fan', async () => {
    const [match] = await played();
    sights.set(other, ({ id, ...rest }) =>
      id === match.id ? until({ id, ...rest }, nowMs() - DELAY_MS) : LIVE,
    );
    const viewpoint = { matchId: match.id, mode: 'delayed', seconds: 45 };

    expect((await page(other, match.id)).viewpoint).toEqual(viewpoint);
    expect((await timeline(other, match.id)).match.viewpoint).toEqual(viewpoint);
    const { matches } = await league(other);
    expect(matches.filter((one) => one.viewpoint).map(({ id }) => id)).toEqual([match.id]);
    expect((await page(live, match.id)).viewpoint).toBeUndefined();
  });

  it('exclude a hidden match from the table', async () => {
    const [match] = await played();
    const before = await league(live);
    sights.set(other, only(match));

    const seen = await league(other);

    const rowOf = ({ standings }: LeagueData, team: string) =>
      standings[0]?.table.find((row) => row.team.id === team);
    expect(seen.standings[0]?.hiddenResults).toBe(1);
    for (const { id } of [match.homeTeam, match.awayTeam]) {
      const shown = rowOf(before, id);
      const row = rowOf(seen, id);
      expect(row?.playedGames).toBe((shown?.playedGames ?? 0) - 1);
      expect(row?.form.split(',').length).toBeLessThanOrEqual(shown?.form.split(',').length ?? 0);
    }
    const goals = ({ standings }: LeagueData) =>
      standings[0]?.table.reduce((sum, row) => sum + row.goalsFor, 0) ?? 0;
    const { homeTeam, awayTeam } = match.score.fullTime;
    expect(goals(seen)).toBe(goals(before) - (homeTeam ?? 0) - (awayTeam ?? 0));
    expect(seen.standings[0]?.table).toHaveLength(before.standings[0]?.table.length ?? 0);
  });

  it('exclude the goals of a hidden match from the scorers', async () => {
    const [match] = await played();
    const { events = [] } = await page(live, match.id);
    const scorer = events.find(({ kind }) => kind === 'goal');
    const goalsOf = ({ scorers }: LeagueData) =>
      scorers.find(({ player }) => player.name === scorer?.player.name)?.numberOfGoals ?? 0;
    const before = goalsOf(await league(live));
    sights.set(other, only(match));
    const seen = await league(other);
    sights.set(other, hidden);

    expect(before).toBeGreaterThan(0);
    expect(goalsOf(seen)).toBeLessThan(before);
    expect((await league(other)).scorers).toEqual([]);
  });

  it('exclude hidden matches from live counts in the league list and the search', async () => {
    sights.set(other, hidden);
    const summaries = z.array(LeagueSummary).parse((await read(other, '/leagues')).body);
    const found = await as(kickoff, other).get('/api/search?q=league&type=leagues').expect(200);

    expect(summaries.reduce((sum, row) => sum + row.live, 0)).toBe(0);
    const live = z.array(LeagueSummary).parse(found.body);
    expect(live.length).toBeGreaterThan(0);
    expect(live.every((row) => row.live === 0)).toBe(true);
  });

  it('apply to each earlier meeting', async () => {
    const match = (await played()).find(
      ({ utcDate }) => Date.parse(utcDate) + 4 * HOUR_MS < nowMs(),
    );
    if (!match) throw new Error('No match is long over.');
    const later = (await league(live)).matches.find(
      (one) =>
        one.homeTeam.id === match.awayTeam.id &&
        one.awayTeam.id === match.homeTeam.id &&
        one.utcDate > match.utcDate,
    );
    if (!later) throw new Error('The clubs do not meet again.');
    const before = await page(live, later.id);
    sights.set(other, only(match));

    const seen = await page(other, later.id);

    expect(before.headToHead.find(({ id }) => id === match.id)?.score).toEqual(match.score);
    expect(seen.headToHead.find(({ id }) => id === match.id)).toMatchObject({
      shielded: true,
      score: { fullTime: NONE, halfTime: NONE },
    });
  });

  it('hide the score of a hidden match in the calendar of its owner', async () => {
    const matches = await played();
    const team = matches[0].homeTeam.name;
    await kickoff.connection
      .collection('users')
      .updateOne({ _id: new Types.ObjectId(other.id) }, { $set: { fav_team1: team } });
    const { url } = TeamCalendar.parse((await read(other, '/calendar')).body);
    const calendar = async () =>
      (await request(kickoff.url).get(new URL(url).pathname).expect(200)).text;
    expect(await calendar()).toMatch(/SUMMARY:.* \d+-\d+/);

    sights.set(other, hidden);

    expect(await calendar()).toContain('SUMMARY:');
    expect(await calendar()).not.toMatch(/SUMMARY:.* \d+-\d+/);
  });

  it('leave the shared response to fans whose viewpoints concern other leagues', async () => {
    const [match] = await played();
    const shared = await read(live, '?league=bundesliga');
    sights.set(other, only(match));

    const answer = await read(other, '?league=bundesliga');

    expect(answer.headers['etag']).toBe(shared.headers['etag']);
    expect(answer.text).toBe(shared.text);
    expect((await read(other, '?league=premier_league')).headers['etag']).not.toBe(
      (await read(live, '?league=premier_league')).headers['etag'],
    );
  });

  it('allow an alert for a match that is over but not for the fan', async () => {
    const [match] = await played();
    const alert = { kickOff: false, goals: true, fullTime: true };
    const set = (caller: Caller) =>
      as(kickoff, caller)
        .put(`/api/user/alerts/${encodeURIComponent(match.id)}`)
        .send(alert);
    const kickOffMs = Date.parse(match.utcDate);
    sights.set(other, (one) => (one.id === match.id ? until(one, kickOffMs + HOUR_MS) : LIVE));

    expect((await set(live)).status).toBe(409);
    expect((await set(other)).status).toBe(200);
  });

  /** The finished matches of the Premier League, latest first. */
  async function played(): Promise<[Match, ...Match[]]> {
    const { matches } = await league(live);
    const [first, ...others] = matches
      .filter(({ status, score: { fullTime } }) => status === 'FINISHED' && fullTime.homeTeam)
      .sort((one, two) => two.utcDate.localeCompare(one.utcDate));
    if (!first) throw new Error('No match is over.');
    return [first, ...others];
  }

  const only =
    ({ id }: Match): MomentOf =>
    (match: LatestMatch) =>
      match.id === id ? hidden(match) : LIVE;
});

function findShown(value: unknown): z.infer<typeof Shown>[] {
  if (Array.isArray(value)) return value.flatMap(findShown);
  if (typeof value !== 'object' || value === null) return [];
  const match = Shown.safeParse(value);
  return [...(match.success ? [match.data] : []), ...Object.values(value).flatMap(findShown)];
}

/** The value without fields that do not belong to its matches. */
function stripUnrelated(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(stripUnrelated);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([key]) => !NOT_OF_THE_MATCH.includes(key))
      .map(([key, part]) => [key, stripUnrelated(part)]),
  );
}

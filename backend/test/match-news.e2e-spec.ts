import { LeagueData, LEAGUES, LiveEvents, type Match } from '@kickoff/contracts';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';

import { MatchChangeDetector } from '../src/football/match-change-detector.js';
import { aFan, as, type Caller } from './support/callers.js';
import { type KickOff, startKickOff } from './support/kickoff.js';
import { Listener } from './support/listener.js';
import { until } from './support/until.js';

const MINUTE_MS = 60_000;
const MatchChanged = LiveEvents.shape['match.changed'];

describe('MatchChangeDetector', () => {
  let kickoff: KickOff;
  let fan: Caller;
  let listener: Listener;

  const detect = () => kickoff.app.get(MatchChangeDetector, { strict: false }).detect();
  const changes = () =>
    listener.received
      .filter(({ name }) => name === 'match.changed')
      .map(({ data }) => MatchChanged.parse(data));
  const stateOf = ({ status, score: { fullTime } }: Match) =>
    `${status} ${fullTime.homeTeam}:${fullTime.awayTeam}`;

  async function allMatches(): Promise<Map<string, Match>> {
    const matches = new Map<string, Match>();
    for (const league of LEAGUES) {
      const answer = await as(kickoff, fan).get(`/api/football?league=${league}`).expect(200);
      for (const match of LeagueData.parse(answer.body).matches) matches.set(match.id, match);
    }
    return matches;
  }

  beforeAll(async () => {
    kickoff = await startKickOff();
    fan = await aFan(kickoff);
  });
  afterEach(() => listener.disconnect());
  afterAll(() => kickoff.stop());

  it('publishes each change of score or status, the last equal to the state in the league', async () => {
    await detect();
    const before = await allMatches();
    listener = new Listener({ Authorization: `Bearer ${fan.token}` });
    await listener.connect(kickoff);

    for (let minutes = 0; minutes < 30; minutes += 3) {
      kickoff.clock.advance(3 * MINUTE_MS);
      await detect();
    }

    const after = await allMatches();
    const changed = [...after.values()].filter(
      (match) => stateOf(match) !== stateOf(before.get(match.id) ?? match),
    );
    expect(changed.length).toBeGreaterThan(0);
    await until(() => changes().length >= changed.length || undefined);
    const published = new Map(changes().map(({ match }) => [match.id, stateOf(match)]));
    for (const match of changed) {
      expect({ id: match.id, published: published.get(match.id) }).toEqual({
        id: match.id,
        published: stateOf(match),
      });
    }
    // A changed minute alone must not be published.
    for (const [id] of published) {
      const states = changes().flatMap(({ match }) => (match.id === id ? [stateOf(match)] : []));
      expect(states.filter((state, at) => state === states[at - 1])).toEqual([]);
    }
  });
});

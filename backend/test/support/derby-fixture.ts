import { MatchTimeline } from '@kickoff/contracts';
import {
  answered,
  aProviderMatch,
  aProviderScore,
  ARSENAL,
  CHELSEA,
  theMatches,
  theScorers,
  theStandings,
} from '@kickoff/testing/football-data-shapes';
import { ProviderDouble, type Reply } from '@kickoff/testing/provider-double';

import { aFan, as, type Caller } from './callers.js';
import type { KickOff } from './kickoff.js';
import { pollFor, setClock, startPolling } from './polling.js';

export const MINUTE_MS = 60_000;
export const DAY_MS = 24 * 60 * MINUTE_MS;
const MORNING = Date.parse('2026-11-21T09:00:02Z');
/** Of Arsenal against Chelsea. */
export const KICK_OFF = Date.parse('2026-11-21T15:00:00Z');
export const DERBY = 'football-data.org:538001';
/** The same clubs seven weeks before. */
export const FORMER = 'football-data.org:2';
/** The same clubs in the next season. */
export const NEXT = 'football-data.org:3';

interface ProviderState {
  /** What the provider states of the match. */
  derby: Record<string, unknown>;
  isSilent: boolean;
  /** Whether the season of the derby has ended. */
  isNextSeason?: boolean;
}

/** A server that polls a provider at the kick-off of Arsenal against Chelsea. */
export class DerbyFixture {
  private constructor(
    readonly provider: ProviderState,
    private readonly double: ProviderDouble,
    readonly kickoff: KickOff,
    readonly fan: Caller,
  ) {}

  static async open(): Promise<DerbyFixture> {
    const state: ProviderState = { derby: {}, isSilent: false };
    const double = new ProviderDouble((path) => toReply(path, state));
    const settings = {
      FOOTBALL_DATA_TOKEN: 'a-key-nobody-may-see',
      FOOTBALL_DATA_URL: await double.start(),
    };
    const kickoff = await startPolling(settings, MORNING);
    const fixture = new DerbyFixture(state, double, kickoff, await aFan(kickoff));
    // Loads the whole season of each league.
    await fixture.poll(70_000);
    setClock(kickoff, KICK_OFF);
    return fixture;
  }

  async close(): Promise<void> {
    await this.kickoff.stop();
    await this.double.stop();
  }

  poll(ms: number): Promise<void> {
    return pollFor(this.kickoff, ms, 7_000);
  }

  read(path: string) {
    return as(this.kickoff, this.fan).get(`/api/football${path}`);
  }

  async timeline(id = DERBY): Promise<MatchTimeline> {
    const answer = await this.read(`/matches/${id}/timeline`).expect(200);
    return MatchTimeline.strict().parse(answer.body);
  }

  async kinds(): Promise<string[]> {
    return (await this.timeline()).entries.map(({ kind }) => kind);
  }

  /** Changes what the provider states of the derby, and polls it. */
  async state(status: string, home: number, away: number): Promise<void> {
    this.provider.derby = { ...this.provider.derby, status, score: aProviderScore(home, away) };
    await this.poll(MINUTE_MS);
  }
}

const nextDerby = aProviderMatch({
  id: 3,
  utcDate: '2027-08-14T15:00:00Z',
  season: { startDate: '2027-08-13' },
});

function toReply(path: string, { derby, isSilent, isNextSeason }: ProviderState): Reply {
  if (isSilent) return { status: 502, body: '' };
  if (path.endsWith('/standings')) return answered(theStandings());
  if (path.includes('/scorers')) return answered(theScorers());
  const former = {
    id: 2,
    homeTeam: CHELSEA,
    awayTeam: ARSENAL,
    utcDate: '2026-10-03T14:00:00Z',
    status: 'FINISHED',
    score: aProviderScore(0, 2),
  };
  const isPremierLeague = path.includes('/PL/') || path.startsWith('/matches');
  if (isPremierLeague && isNextSeason) return answered(theMatches(nextDerby));
  return answered(
    isPremierLeague
      ? theMatches(aProviderMatch(former), aProviderMatch(derby))
      : theMatches(aProviderMatch({ id: 9, utcDate: '2027-01-02T15:00:00Z' })),
  );
}

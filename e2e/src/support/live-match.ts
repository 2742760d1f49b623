import {
  answered,
  aProviderMatch,
  aProviderRow,
  aProviderScore,
  CHELSEA,
  theMatches,
  theScorers,
  theStandings,
} from '@kickoff/testing/football-data-shapes';
import { ProviderDouble, type Reply } from '@kickoff/testing/provider-double';
import { type APIRequestContext, expect } from '@playwright/test';

import { anOwnServer } from './own-server.js';

const MINUTE_MS = 60_000;
/** The match between Arsenal and Chelsea. */
export const LIVE_MATCH = 'football-data.org:538001';

/** football-data.org on a Saturday when Arsenal play Chelsea. */
class LiveProvider extends ProviderDouble {
  private readonly kickoff = new Date(Date.now() - 10 * MINUTE_MS).toISOString();
  private goals: [number, number] = [0, 0];
  private onRequest: () => void = () => undefined;

  constructor() {
    super((path) => this.respond(path));
  }

  /** Changes the score; resolves when our server has requested it. */
  async score(...goals: [number, number]): Promise<void> {
    this.goals = goals;
    await new Promise<void>((resolve) => (this.onRequest = resolve));
  }

  private respond(path: string): Reply {
    // The quota allows one request per second.
    const rate = { 'X-Requests-Available-Minute': '60', 'X-RequestCounter-Reset': '60' };
    if (path.endsWith('/standings')) {
      const second = aProviderRow({ position: 2, team: CHELSEA });
      return answered(theStandings(aProviderRow(), second), rate);
    }
    if (path.includes('/scorers')) return answered(theScorers(), rate);
    const match = aProviderMatch({
      utcDate: this.kickoff,
      status: 'IN_PLAY',
      score: aProviderScore(...this.goals),
    });
    const hasMatch = path.includes('/PL/') || path.startsWith('/matches');
    if (hasMatch) this.onRequest();
    const later = aProviderMatch({ id: 9, utcDate: new Date(Date.now() + 1e9).toISOString() });
    return answered(theMatches(...(hasMatch ? [match] : [later])), rate);
  }
}

/** A server that polls a provider with a live match every second. */
export async function aServerWithLiveMatch() {
  const provider = new LiveProvider();
  const server = await anOwnServer({
    DEMO: 'off',
    FOOTBALL_DATA_TOKEN: 'a-key-nobody-may-see',
    FOOTBALL_DATA_URL: await provider.start(),
    FOOTBALL_LIVE_POLL_MS: '1000',
  });
  const stop = async () => {
    await server.stop();
    await provider.stop();
  };
  return { provider, url: server.url, stop };
}

/** Waits until a server has the live match. */
export async function liveMatchStored(request: APIRequestContext): Promise<void> {
  const isThere = async () => (await request.get(`/api/football/matches/${LIVE_MATCH}`)).status();
  await expect.poll(isThere, { timeout: 20_000 }).toBe(200);
}

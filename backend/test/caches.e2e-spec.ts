import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { LatestMatch } from '@kickoff/contracts';
import { z } from 'zod';

import { aFan, as, asVisitor, type Caller } from './support/callers.js';
import { type KickOff, startKickOff } from './support/kickoff.js';

const NAMES = [
  'documents',
  'fan_summaries',
  'followed_posts',
  'football_responses',
  'limit_windows',
  'match_landmarks',
  'posts',
  'relations',
  'rendered_posts',
  'shielded_leagues',
  'timelines',
  'viewpoints',
];

describe('the metrics of caches', () => {
  let kickoff: KickOff;
  let metrics = '';

  beforeAll(async () => {
    kickoff = await startKickOff();
    const fan = await aFan(kickoff);
    await as(kickoff, fan).post('/api/pt/posts').field('text', 'What a goal').expect(201);
    await readTwice(fan, '/api/pt/posts');
    const matches = await as(kickoff, fan).get('/api/football/latest').expect(200);
    const [match] = z.array(LatestMatch).parse(matches.body);
    await readTwice(fan, `/api/football/matches/${encodeURIComponent(match?.id ?? '')}`);
    await readTwice(fan, `/api/football/matches/${encodeURIComponent(match?.id ?? '')}/timeline`);
    await as(kickoff, fan).put('/api/user/shield').send({ all: true }).expect(200);
    await readTwice(fan, `/api/football?league=${match?.league ?? ''}`);
    metrics = (await asVisitor(kickoff).get('/api/metrics').expect(200)).text;
  });
  afterAll(() => kickoff.stop());

  async function readTwice(fan: Caller, path: string): Promise<void> {
    for (let time = 0; time < 2; time += 1) await as(kickoff, fan).get(path).expect(200);
  }

  /** The values of a metric by cache. */
  function valuesOf(metric: string, labels = ''): Map<string, number> {
    const lines = metrics.matchAll(new RegExp(`^${metric}{cache="(\\w+)"${labels}} (\\S+)$`, 'gm'));
    return new Map([...lines].map(([, cache = '', value]) => [cache, Number(value)]));
  }

  it('contain the bytes of each cache, within its bound', () => {
    const bytes = valuesOf('kickoff_cache_bytes');
    const bounds = valuesOf('kickoff_cache_max_bytes');

    expect([...bytes.keys()].sort()).toEqual(NAMES);
    expect([...bounds.keys()].sort()).toEqual(NAMES);
    for (const [cache, value] of bytes) expect(value).toBeLessThanOrEqual(bounds.get(cache) ?? 0);
  });

  it.each([
    'fan_summaries',
    'football_responses',
    'limit_windows',
    'posts',
    'relations',
    'rendered_posts',
    'shielded_leagues',
    'viewpoints',
  ])('contain bytes, hits and misses of %s', (cache) => {
    expect(valuesOf('kickoff_cache_bytes').get(cache)).toBeGreaterThan(0);
    for (const result of ['hit', 'miss']) {
      const reads = valuesOf('kickoff_cache_reads_total', `,result="${result}"`);
      expect(reads.get(cache)).toBeGreaterThan(0);
    }
  });
});

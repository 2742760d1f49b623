import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { LeagueData } from '@kickoff/contracts';

import { TimelineChangeDetector } from '../src/football/timelines/timeline-change-detector.js';
import { DAY_MS, DERBY, DerbyFixture, FORMER, MINUTE_MS } from './support/derby-fixture.js';
import type { KickOff } from './support/kickoff.js';

describe('timeline of a provider match', () => {
  let given: DerbyFixture;
  let kickoff: KickOff;

  beforeEach(async () => {
    given = await DerbyFixture.open();
    ({ kickoff } = given);
  });
  afterEach(() => given.close());

  it('records data_lost when data is stale, and data_back when the provider returns', async () => {
    await given.state('IN_PLAY', 0, 0);
    given.provider.isSilent = true;
    await given.poll(3 * MINUTE_MS);
    const { stale } = LeagueData.parse((await given.read('?league=premier_league')).body);

    expect(stale).toBe(true);
    expect(await given.kinds()).toEqual(['kick_off', 'data_lost']);

    given.provider.isSilent = false;
    await given.state('IN_PLAY', 1, 0);
    expect(await given.kinds()).toEqual(['kick_off', 'data_lost', 'data_back', 'goal']);
    expect((await given.timeline(FORMER)).entries).toHaveLength(1);
  });

  it.each([
    ['has not started at its kick-off', 'TIMED', 0],
    ['is suspended', 'SUSPENDED', 0],
    ['has not started seven hours after its kick-off', 'TIMED', 7],
    ['has been suspended for three hours', 'SUSPENDED', 3],
  ])('publishes data_lost and data_back of a match that %s', async (_, status, hours) => {
    const detector = kickoff.app.get(TimelineChangeDetector);
    const published: string[] = [];
    detector.changes.on('grown', ({ matchId, entries }) => {
      if (matchId === DERBY) published.push(...entries.map(({ kind }) => kind));
    });
    given.provider.derby = { status };
    await given.poll(MINUTE_MS);
    await detector.detect();
    published.length = 0;

    given.provider.isSilent = true;
    await given.poll(3 * MINUTE_MS);
    await detector.detect();
    kickoff.clock.advance(hours * 60 * MINUTE_MS);
    given.provider.isSilent = false;
    await given.poll(2 * MINUTE_MS);
    await detector.detect();

    expect(published).toEqual(['data_lost', 'data_back']);
  });

  it('records no data_back while the provider is silent for a day', async () => {
    await given.state('IN_PLAY', 0, 0);
    given.provider.isSilent = true;
    await given.poll(3 * MINUTE_MS);
    kickoff.clock.advance(DAY_MS);
    await given.poll(3 * MINUTE_MS);

    expect(await given.kinds()).toEqual(['kick_off', 'data_lost']);
  });
});

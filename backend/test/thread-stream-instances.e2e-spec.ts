import { afterEach, beforeEach, describe, it } from '@jest/globals';

import { TimelineChangeDetector } from '../src/football/timelines/timeline-change-detector.js';
import { redisUrl } from './support/event-fixture.js';
import type { KickOff } from './support/kickoff.js';
import { hasRows, ThreadFixture } from './support/thread-fixture.js';

const SECOND_MS = 1_000;

describe('thread stream with two instances', () => {
  let fixture: ThreadFixture;
  let another: KickOff;

  beforeEach(async () => {
    fixture = await ThreadFixture.open({ REDIS_URL: redisUrl(9) });
    another = await fixture.kickoff.another();
  });
  afterEach(async () => {
    await another.close();
    await fixture.stop();
  });

  const detect = () =>
    Promise.all(
      [fixture.kickoff, another].map(({ app }) =>
        app.get(TimelineChangeDetector, { strict: false }).detect(),
      ),
    );

  it('each instance publishes an entry once', async () => {
    const { kickoff, ann, bob } = fixture;
    const matchId = await fixture.aMatch({ startsIn: 5 });
    // After 2 s the other instance has loaded the rehearsal.
    kickoff.clock.advance(2 * SECOND_MS);
    await detect();
    const listeners = [
      await fixture.listen(ann, [matchId]),
      await fixture.listen(bob, [matchId], { at: another }),
    ];
    kickoff.clock.advance(3 * SECOND_MS);
    await detect();
    await fixture.post(ann, matchId, 'Later');

    for (const listener of listeners) await hasRows(listener, ['kick_off', 'Later']);
  });
});

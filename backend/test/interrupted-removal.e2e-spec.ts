import { afterAll, beforeAll, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { mongo } from 'mongoose';

import { AccountFixture } from './support/account-fixture.js';
import { calendarOf, expectTraces, live } from './support/fan-life.js';
import { allSources, findSource } from './support/personal-data-sources.js';

/** The lease of a crashed instance expires after this time. */
const LEASE_MS = 20_000;
/** A failed removal is retried after this time. */
const RETRY_MS = 60_000;

const STEPS = [
  ...[
    'sessions',
    'formerEmails',
    'posts',
    'comments',
    'likes',
    'savedPosts',
    'votes',
    'stories',
    'storyReplies',
  ],
  ...[
    'following',
    'keptAway',
    'mutedWords',
    'calendars',
    'rehearsals',
    'viewpoints',
    'shield',
    'reports',
    'notes',
  ],
  ...['notifications', 'alerts', 'pushSubscriptions', 'files', 'mails', 'idempotencyKeys'],
];

describe('interrupted account removal', () => {
  let fixture: AccountFixture;

  beforeAll(async () => {
    fixture = await AccountFixture.open();
  });
  beforeEach(() => fixture.begin());
  afterAll(() => fixture.kickoff.stop());

  it.each(STEPS)('completes when it was interrupted after the step %s', async (name) => {
    await live(fixture.kickoff, fixture.alice, fixture.bob, fixture.theirs);
    const step = findSource(fixture.kickoff, name);
    const original = step.removeAllOf.bind(step);
    const interrupted = jest.spyOn(step, 'removeAllOf').mockImplementation(async (id) => {
      await original(id);
      // As when the process crashes before the step is recorded.
      throw new mongo.MongoNetworkError('cut');
    });
    const { status } = await fixture.remove(fixture.alice);
    await fixture.removals().resume();
    interrupted.mockRestore();

    fixture.kickoff.clock.advance(LEASE_MS);
    await fixture.removals().resume();

    await expectTraces(fixture.kickoff, fixture.alice, ['account_removals']);
    // The response waits for the session step; if that is interrupted, the outcome is unknown.
    expect(status).toBe(name === 'sessions' ? 503 : 200);
  });

  it('is tested for every step', () => {
    expect(allSources(fixture.kickoff).map(({ name }) => name)).toEqual(STEPS);
  });

  it('is resumed by another instance when the lease expires, not before', async () => {
    const other = await fixture.kickoff.another();
    await calendarOf(fixture.kickoff, fixture.alice);
    const calendars = findSource(fixture.kickoff, 'calendars');
    jest
      .spyOn(calendars, 'removeAllOf')
      .mockImplementation(() => Promise.reject(new mongo.MongoNetworkError('cut')));
    await fixture.remove(fixture.alice).expect(200);
    await fixture.removals().resume();

    await fixture.removals(other).resume();
    await expectTraces(fixture.kickoff, fixture.alice, ['account_removals', 'team_calendars']);
    fixture.kickoff.clock.advance(LEASE_MS);
    await fixture.removals(other).resume();

    await expectTraces(fixture.kickoff, fixture.alice, ['account_removals']);
    await other.close();
  });

  it('runs all other steps when one fails', async () => {
    await live(fixture.kickoff, fixture.alice, fixture.bob, fixture.theirs);
    const calendars = findSource(fixture.kickoff, 'calendars');
    const failing = jest
      .spyOn(calendars, 'removeAllOf')
      .mockImplementation(() => Promise.reject(new Error('A fault of ours')));

    await fixture.remove(fixture.alice).expect(200);
    await fixture.removals().resume();

    const left = ['account_removals', 'stuck_items', 'team_calendars'];
    await expectTraces(fixture.kickoff, fixture.alice, left);
    failing.mockRestore();
    fixture.kickoff.clock.advance(RETRY_MS);
    await fixture.removals().resume();
    await expectTraces(fixture.kickoff, fixture.alice, ['account_removals']);
  });
});

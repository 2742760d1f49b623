import { afterAll, beforeAll, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { mongo } from 'mongoose';

import { AccountRoom } from './support/account-room.js';
import { calendarOf, expectTraces, live } from './support/fan-life.js';
import { allSources, findSource } from './support/personal-data-sources.js';
import { withoutClockwork } from './support/operations.js';

/** The lease of a crashed instance expires after this time. */
const HELD_MS = 20_000;
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
  let room: AccountRoom;

  beforeAll(async () => {
    room = await AccountRoom.open();
    // On a slow machine the interval could claim a removal in the middle of a test.
    withoutClockwork(room.kickoff);
  });
  beforeEach(() => room.begin());
  afterAll(() => room.kickoff.stop());

  it.each(STEPS)('completes when it was interrupted after the step %s', async (name) => {
    await live(room.kickoff, room.alice, room.bob, room.theirs);
    const step = findSource(room.kickoff, name);
    const original = step.removeAllOf.bind(step);
    const interrupted = jest.spyOn(step, 'removeAllOf').mockImplementation(async (id) => {
      await original(id);
      // As when the process crashes before the step is recorded.
      throw new mongo.MongoNetworkError('cut');
    });
    const { status } = await room.remove(room.alice);
    await room.removals().resume();
    interrupted.mockRestore();

    room.kickoff.clock.advance(HELD_MS);
    await room.removals().resume();

    await expectTraces(room.kickoff, room.alice, ['account_removals']);
    // The response waits for the session step; if that is interrupted, the outcome is unknown.
    expect(status).toBe(name === 'sessions' ? 503 : 200);
  });

  it('is tested for every step', () => {
    expect(allSources(room.kickoff).map(({ name }) => name)).toEqual(STEPS);
  });

  it('is resumed by another instance when the lease expires, not before', async () => {
    const other = await room.kickoff.another();
    withoutClockwork(other);
    await calendarOf(room.kickoff, room.alice);
    const calendars = findSource(room.kickoff, 'calendars');
    jest
      .spyOn(calendars, 'removeAllOf')
      .mockImplementation(() => Promise.reject(new mongo.MongoNetworkError('cut')));
    await room.remove(room.alice).expect(200);
    await room.removals().resume();

    await room.removals(other).resume();
    await expectTraces(room.kickoff, room.alice, ['account_removals', 'team_calendars']);
    room.kickoff.clock.advance(HELD_MS);
    await room.removals(other).resume();

    await expectTraces(room.kickoff, room.alice, ['account_removals']);
    await other.close();
  });

  it('runs all other steps when one fails', async () => {
    await live(room.kickoff, room.alice, room.bob, room.theirs);
    const calendars = findSource(room.kickoff, 'calendars');
    const failing = jest
      .spyOn(calendars, 'removeAllOf')
      .mockImplementation(() => Promise.reject(new Error('A fault of ours')));

    await room.remove(room.alice).expect(200);
    await room.removals().resume();

    const left = ['account_removals', 'stuck_items', 'team_calendars'];
    await expectTraces(room.kickoff, room.alice, left);
    failing.mockRestore();
    room.kickoff.clock.advance(RETRY_MS);
    await room.removals().resume();
    await expectTraces(room.kickoff, room.alice, ['account_removals']);
  });
});

import { afterAll, beforeAll, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { mongo } from 'mongoose';

import { AccountRoom } from './support/account-room.js';
import { aFan } from './support/callers.js';
import { calendarOf, expectTraces, live } from './support/fan-life.js';
import { allHoldings, holding } from './support/holdings.js';
import { withoutClockwork } from './support/operations.js';

/** An instance that died holds its work for no longer than this. */
const HELD_MS = 20_000;
/** A removal that failed is tried again after this. */
const RETRY_MS = 60_000;

describe('an account whose removal is cut short', () => {
  let room: AccountRoom;

  beforeAll(async () => {
    room = await AccountRoom.open();
  });
  beforeEach(() => room.begin());
  afterAll(() => room.kickoff.stop());

  it('goes whole all the same, whichever step was the last', async () => {
    for (const step of allHoldings(room.kickoff)) {
      const fan = await aFan(room.kickoff);
      await live(room.kickoff, fan, room.bob, room.theirs);
      const whole = step.removeAllOf.bind(step);
      const cut = jest.spyOn(step, 'removeAllOf').mockImplementation(async (id) => {
        await whole(id);
        // As it looks when the process dies before the step is marked.
        throw new mongo.MongoNetworkError('cut');
      });
      const { status } = await room.remove(fan);
      await room.removals().carryOn();
      cut.mockRestore();

      room.kickoff.clock.advance(HELD_MS);
      await room.removals().carryOn();

      const { name } = step;
      await expectTraces(room.kickoff, fan, ['account_removals']);
      // The account's own step answers the call: where that is cut off, the call is 'perhaps done'.
      expect({ name, status }).toEqual({ name, status: name === 'sessions' ? 503 : 200 });
    }
  });

  it('is taken over by another instance, and not before its time is over', async () => {
    const other = await room.kickoff.another();
    // On a slow machine the first instance's own timer would claim the removal again.
    withoutClockwork(room.kickoff);
    await calendarOf(room.kickoff, room.alice);
    const calendars = holding(room.kickoff, 'calendars');
    jest
      .spyOn(calendars, 'removeAllOf')
      .mockImplementation(() => Promise.reject(new mongo.MongoNetworkError('cut')));
    await room.remove(room.alice).expect(200);
    await room.removals().carryOn();

    await room.removals(other).carryOn();
    await expectTraces(room.kickoff, room.alice, ['account_removals', 'team_calendars']);
    room.kickoff.clock.advance(HELD_MS);
    await room.removals(other).carryOn();

    await expectTraces(room.kickoff, room.alice, ['account_removals']);
    await other.close();
  });

  it('loses no other step to one that fails', async () => {
    await live(room.kickoff, room.alice, room.bob, room.theirs);
    const calendars = holding(room.kickoff, 'calendars');
    const failing = jest
      .spyOn(calendars, 'removeAllOf')
      .mockImplementation(() => Promise.reject(new Error('A fault of ours')));

    await room.remove(room.alice).expect(200);
    await room.removals().carryOn();

    const left = ['account_removals', 'stuck_items', 'team_calendars'];
    await expectTraces(room.kickoff, room.alice, left);
    failing.mockRestore();
    room.kickoff.clock.advance(RETRY_MS);
    await room.removals().carryOn();
    await expectTraces(room.kickoff, room.alice, ['account_removals']);
  });
});

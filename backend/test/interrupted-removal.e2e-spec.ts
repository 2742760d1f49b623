import {
  afterAll,
  afterEach,
  beforeAll,
  beforeEach,
  describe,
  expect,
  it,
  jest,
} from '@jest/globals';
import type { Post } from '@kickoff/contracts';
import { mongo } from 'mongoose';

import { AccountRemovalsService } from '../src/accounts/account-removals.service.js';
import { aFan, as, type Caller } from './support/callers.js';
import { calendarOf, live, tracesOf } from './support/fan-life.js';
import { allHoldings, holding } from './support/holdings.js';
import { type KickOff, startKickOff } from './support/kickoff.js';
import { aPostBy } from './support/posts.js';

/** An instance that died holds its work for no longer than this. */
const HELD_MS = 20_000;

describe('an account whose removal is cut short', () => {
  let kickoff: KickOff;
  let alice: Caller;
  let bob: Caller;
  /** A post of bob. */
  let theirs: Post;

  beforeAll(async () => {
    kickoff = await startKickOff();
    bob = await aFan(kickoff);
  });
  beforeEach(async () => {
    alice = await aFan(kickoff);
    theirs = await aPostBy(kickoff, bob, 'Of another');
  });
  afterEach(() => {
    jest.restoreAllMocks();
  });
  afterAll(() => kickoff.stop());

  const remove = (fan: Caller) =>
    as(kickoff, fan).delete('/api/user').send({ password: fan.password });
  const removals = (at = kickoff) => at.app.get(AccountRemovalsService, { strict: false });

  it('goes whole all the same, whichever step was the last', async () => {
    for (const step of allHoldings(kickoff)) {
      const fan = await aFan(kickoff);
      await live(kickoff, fan, bob, theirs);
      const whole = step.removeAllOf.bind(step);
      const cut = jest.spyOn(step, 'removeAllOf').mockImplementation(async (id) => {
        await whole(id);
        // As it looks when the process dies before the step is marked.
        throw new mongo.MongoNetworkError('cut');
      });
      const { status } = await remove(fan);
      await removals().carryOn();
      cut.mockRestore();

      kickoff.clock.advance(HELD_MS);
      await removals().carryOn();

      const { name } = step;
      expect({ name, traces: await tracesOf(kickoff, fan) }).toEqual({
        name,
        traces: ['account_removals'],
      });
      // The account's own step answers the call: where that is cut off, the call is 'perhaps done'.
      expect({ name, status }).toEqual({ name, status: name === 'sessions' ? 503 : 200 });
    }
  });

  it('is taken over by another instance, and not before its time is over', async () => {
    const other = await kickoff.another();
    await calendarOf(kickoff, alice);
    const calendars = holding(kickoff, 'calendars');
    jest
      .spyOn(calendars, 'removeAllOf')
      .mockImplementation(() => Promise.reject(new mongo.MongoNetworkError('cut')));
    await remove(alice).expect(200);
    await removals().carryOn();

    await removals(other).carryOn();
    expect(await tracesOf(kickoff, alice)).toEqual(['account_removals', 'team_calendars']);
    kickoff.clock.advance(HELD_MS);
    await removals(other).carryOn();

    expect(await tracesOf(kickoff, alice)).toEqual(['account_removals']);
    await other.close();
  });

  it('loses no other step to one that fails', async () => {
    await live(kickoff, alice, bob, theirs);
    const calendars = holding(kickoff, 'calendars');
    const failing = jest
      .spyOn(calendars, 'removeAllOf')
      .mockImplementation(() => Promise.reject(new Error('A fault of ours')));

    await remove(alice).expect(200);
    await removals().carryOn();

    expect(await tracesOf(kickoff, alice)).toEqual(['account_removals', 'team_calendars']);
    failing.mockRestore();
    kickoff.clock.advance(HELD_MS);
    await removals().carryOn();
    expect(await tracesOf(kickoff, alice)).toEqual(['account_removals']);
  });
});

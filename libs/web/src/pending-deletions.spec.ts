import { failure, fakeApi } from '@kickoff/testing/fake-api';
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';

import { logOut } from './log-out';
import {
  deferDeletion,
  forgetDeletion,
  isDeletionPending,
  sendDeletion,
  sendLeftDeletions,
} from './pending-deletions';
import { startSession } from './session';

const ALICE = 'a'.repeat(24);
const BOB = 'b'.repeat(24);
const PATH = '/api/user/posts/1';
const DELETE = `DELETE ${PATH}`;
const LOGOUT = 'POST /api/auth/logout';

let api: ReturnType<typeof fakeApi>;
const tokenOf = (sub: string) => `head.${btoa(JSON.stringify({ sub }))}.signature`;
const done = () => new Response(null, { status: 204 });
const pass = (ms: number) => jest.setSystemTime(Date.now() + ms);

beforeEach(() => {
  jest.useFakeTimers();
  localStorage.clear();
  startSession('fan', tokenOf(ALICE));
  api = fakeApi();
  api.on(DELETE, done);
  api.on(LOGOUT, done);
});
afterEach(() => {
  jest.useRealTimers();
  jest.restoreAllMocks();
});

describe('A pending deletion', () => {
  it('is sent at a logout in another tab, before the session ends', async () => {
    // Written by another tab.
    localStorage.setItem(`kickoff:deletion:${ALICE}:${PATH}`, String(Date.now()));

    await logOut('fan');
    await jest.advanceTimersByTimeAsync(0);

    expect(api.writes().map(({ call }) => call)).toEqual([DELETE, LOGOUT]);
    expect(Object.keys(localStorage)).toEqual([]);
  });

  it.each([401, 429, 503])("is sent by the fan's next page after a response %s", async (status) => {
    deferDeletion(PATH);
    api.on(DELETE, () => failure('Away', status));
    await expect(sendDeletion(PATH)).rejects.toThrow('Away');
    api.on(DELETE, done);

    pass(30_001);
    startSession('fan', tokenOf(BOB));
    await sendLeftDeletions();
    expect(api.sent(DELETE)).toHaveLength(1);
    startSession('fan', tokenOf(ALICE));
    await sendLeftDeletions();

    expect(api.sent(DELETE)).toHaveLength(2);
    expect(isDeletionPending(PATH)).toBe(false);
  });

  it('is not sent by another page during the undo period', async () => {
    deferDeletion(PATH);

    pass(5_000);
    await sendLeftDeletions();

    expect(api.sent(DELETE)).toEqual([]);
    expect(isDeletionPending(PATH)).toBe(true);
  });

  it('expires when it could not be sent for 14 days', async () => {
    deferDeletion(PATH);
    startSession('fan', tokenOf(BOB));

    pass(14 * 24 * 60 * 60_000 + 1);
    await sendLeftDeletions();

    expect(Object.keys(localStorage)).toEqual(['AuthToken']);
    expect(api.sent(DELETE)).toEqual([]);
  });

  it('is not sent after it was undone', async () => {
    deferDeletion(PATH);
    forgetDeletion(PATH);

    await logOut('fan');
    await jest.advanceTimersByTimeAsync(0);

    expect(api.writes().map(({ call }) => call)).toEqual([LOGOUT]);
  });

  it('succeeds when the object is already deleted', async () => {
    deferDeletion(PATH);
    api.on(DELETE, () => failure('There is no such post', 404));

    await sendDeletion(PATH);

    expect(isDeletionPending(PATH)).toBe(false);
  });

  it('is stored in memory when the device storage is full', async () => {
    jest.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
      throw new DOMException('Full', 'QuotaExceededError');
    });
    deferDeletion(PATH);
    expect(isDeletionPending(PATH)).toBe(true);

    await logOut('fan');
    await jest.advanceTimersByTimeAsync(0);

    expect(api.writes().map(({ call }) => call)).toEqual([DELETE, LOGOUT]);
    expect(isDeletionPending(PATH)).toBe(false);
  });
});

import type { MatchThread, ThreadRow } from '@kickoff/contracts';
import { aLatestMatch, aLiveMatch, aPost } from '@kickoff/testing';
import { describe, expect, it } from '@jest/globals';

import {
  type Entry,
  listRows,
  mayBeAfter,
  mergeRow,
  rowKey,
  type ThreadPages,
  withoutPost,
} from './thread-rows';

const at = (minute: number) =>
  new Date(Date.parse('2026-11-21T15:00:00.000Z') + minute * 60_000).toISOString();
const entry = (seq: number, facts: Partial<Entry> = {}): ThreadRow => ({
  kind: 'entry',
  minute: facts.minute ?? null,
  entry: { seq, at: at(70 + seq), kind: 'goal', ...facts },
});
const post = (_id: string, minute: number): ThreadRow => ({
  kind: 'post',
  minute: String(minute),
  at: at(minute),
  post: aPost({ _id }),
});

/** A thread of one page or more, each from newest to oldest. */
function aThread(...pages: ThreadRow[][]): ThreadPages {
  const facts: Omit<MatchThread, 'rows'> = {
    match: aLatestMatch(aLiveMatch(), 'premier_league'),
    state: 'open',
    opensAt: '2026-11-21T14:00:00.000Z',
  };
  return {
    pages: pages.map((rows) => ({ thread: { ...facts, rows }, next: undefined, loadedAt: 0 })),
    pageParams: pages.map((_, index) => String(index)),
  };
}
const keys = (thread: ThreadPages) => listRows(thread).map(rowKey);

describe('listRows', () => {
  it('lists a row contained in two pages once', () => {
    const thread = aThread([post('b', 2), post('a', 1)], [post('a', 1), entry(1)]);

    expect(keys(thread)).toEqual(['b', 'a', 'entry 1']);
  });
});

describe('mayBeAfter', () => {
  const playing = { position: 600, playing: true, speed: 4 } as const;

  it.each([
    [false, 'at the position of paused rows', { position: 600 }, 600, 0],
    [true, 'before the position of paused rows', { position: 600 }, 599, 0],
    [false, 'after the position that was played to', playing, 680, 20_000],
    [true, 'before the position that was played to', playing, 660, 20_000],
    [false, 'within the lag of a player', playing, 593, 0],
    [true, 'for rows of another mode', { mode: 'delayed' } as const, 900, 0],
  ])('returns %s %s', (expected, _, viewpoint, position, updatedAt) => {
    const thread = aThread([post('a', 66)]);
    for (const page of thread.pages) {
      page.thread.match.viewpoint = { matchId: 'demo:1', mode: 'replay', ...viewpoint };
    }

    expect(mayBeAfter(thread, position, updatedAt)).toBe(expected);
  });

  it('returns true for rows of a live match', () => {
    expect(mayBeAfter(aThread([post('a', 66)]), 14_400, 0)).toBe(true);
  });
});

describe('mergeRow', () => {
  it('adds a new row on top', () => {
    const thread = aThread([post('a', 66)]);

    expect(keys(mergeRow(thread, post('b', 67)))).toEqual(['b', 'a']);
  });

  it('replaces a known row of an earlier page', () => {
    const thread = aThread([post('b', 67)], [post('a', 66)]);
    const changed: ThreadRow = {
      kind: 'post',
      minute: '66',
      at: at(66),
      post: aPost({ _id: 'a', text: 'New' }),
    };

    const merged = mergeRow(thread, changed);

    expect(keys(merged)).toEqual(['b', 'a']);
    expect(merged.pages.map(({ thread: { rows } }) => rows.at(-1))).toEqual([
      thread.pages[0]?.thread.rows[0],
      changed,
    ]);
  });

  it.each<[string, number, string[]]>([
    ['below the rows of later moments', 66, ['c', 'entry 2', 'new', 'a']],
    ['between the rows of one minute', 67.5, ['c', 'new', 'entry 2', 'a']],
    ['above the entry of its moment', 67, ['c', 'new', 'entry 2', 'a']],
    ['on top', 95, ['new', 'c', 'entry 2', 'a']],
  ])('adds a post %s', (_, minute, expected) => {
    const thread = aThread([post('c', 68), entry(2, { at: at(67) }), post('a', 65)]);

    expect(keys(mergeRow(thread, post('new', minute)))).toEqual(expected);
  });

  it('orders posts of the same time by id, as the server does', () => {
    const thread = aThread([post('c', 66), post('a', 66)]);

    expect(keys(mergeRow(thread, post('b', 66)))).toEqual(['c', 'b', 'a']);
  });

  it('adds a late post to the page of its time', () => {
    const thread = aThread([post('d', 68), post('c', 66)], [post('a', 60)]);

    expect(keys(mergeRow(thread, post('b', 63)))).toEqual(['d', 'c', 'b', 'a']);
    expect(keys(mergeRow(thread, post('b', 50)))).toEqual(['d', 'c', 'a', 'b']);
  });

  it('omits a post that belongs to a page not yet loaded', () => {
    const thread = aThread([post('c', 66)]);
    const [page] = thread.pages;
    if (page) page.next = '/api/match/m/thread?cursor=x';

    expect(keys(mergeRow(thread, post('b', 63)))).toEqual(['c']);
    expect(keys(mergeRow(thread, post('d', 67)))).toEqual(['d', 'c']);
  });

  it('orders entries by their number', () => {
    const thread = aThread([post('a', 73.5), entry(3), entry(1)]);

    expect(keys(mergeRow(thread, entry(2)))).toEqual(['a', 'entry 3', 'entry 2', 'entry 1']);
    expect(keys(mergeRow(thread, entry(4)))).toEqual(['entry 4', 'a', 'entry 3', 'entry 1']);
  });

  it('marks a goal of an earlier page as cancelled', () => {
    const thread = aThread([post('a', 73.5)], [entry(3)]);

    const merged = mergeRow(thread, entry(4, { kind: 'goal_cancelled', cancels: 3 }));

    expect(listRows(merged).at(-1)).toMatchObject({ entry: { seq: 3, cancelled: true } });
    expect(keys(merged)).toEqual(['entry 4', 'a', 'entry 3']);
  });
});

describe('withoutPost', () => {
  it('removes the post only', () => {
    const thread = aThread([post('b', 2), post('a', 1), entry(1)]);

    expect(keys(withoutPost(thread, 'a'))).toEqual(['b', 'entry 1']);
  });
});

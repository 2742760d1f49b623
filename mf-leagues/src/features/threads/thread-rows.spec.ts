import type { MatchThread, ThreadRow } from '@kickoff/contracts';
import { aLatestMatch, aLiveMatch, aPost } from '@kickoff/testing';
import { describe, expect, it } from '@jest/globals';

import {
  type Entry,
  listRows,
  mergeRow,
  rowKey,
  type ThreadPages,
  withoutPost,
} from './thread-rows';

const entry = (seq: number, facts: Partial<Entry> = {}): ThreadRow => ({
  kind: 'entry',
  minute: facts.minute ?? null,
  entry: { seq, at: '2026-11-21T15:00:00.000Z', kind: 'goal', ...facts },
});
const post = (_id: string, minute: string | null): ThreadRow => ({
  kind: 'post',
  minute,
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
    pages: pages.map((rows) => ({ thread: { ...facts, rows }, next: undefined })),
    pageParams: pages.map((_, index) => String(index)),
  };
}
const keys = (thread: ThreadPages) => listRows(thread).map(rowKey);

describe('listRows', () => {
  it('lists a row of two pages once', () => {
    const thread = aThread([post('b', '2'), post('a', '1')], [post('a', '1'), entry(1)]);

    expect(keys(thread)).toEqual(['b', 'a', 'entry 1']);
  });
});

describe('mergeRow', () => {
  it('adds a new row on top', () => {
    const thread = aThread([post('a', '66')]);

    expect(keys(mergeRow(thread, post('b', '67')))).toEqual(['b', 'a']);
  });

  it('replaces a known row of an earlier page', () => {
    const thread = aThread([post('b', '67')], [post('a', '66')]);
    const changed: ThreadRow = {
      kind: 'post',
      minute: '66',
      post: aPost({ _id: 'a', text: 'New' }),
    };

    const merged = mergeRow(thread, changed);

    expect(keys(merged)).toEqual(['b', 'a']);
    expect(merged.pages.map(({ thread: { rows } }) => rows.at(-1))).toEqual([
      thread.pages[0]?.thread.rows[0],
      changed,
    ]);
  });

  it.each<[string, string | null, string[]]>([
    ['after the rows of later minutes', '66', ['c', 'entry 2', 'new', 'a']],
    ['above the rows of its own minute', '67', ['c', 'new', 'entry 2', 'a']],
    ['on top without a clock', null, ['new', 'c', 'entry 2', 'a']],
    ['on top after full time', 'FT', ['new', 'c', 'entry 2', 'a']],
  ])('adds a post %s', (_, minute, expected) => {
    const thread = aThread([post('c', '68'), entry(2, { minute: '67' }), post('a', '66')]);

    expect(keys(mergeRow(thread, post('new', minute)))).toEqual(expected);
  });

  it.each<[string, string, string[]]>([
    ['in injury time below half time', '45+3', ['half', 'new', 'first']],
    ['of half time above injury time', 'HT', ['new', 'half', 'first']],
  ])('adds a post %s', (_, minute, expected) => {
    const thread = aThread([post('half', 'HT'), post('first', '45+2')]);

    expect(keys(mergeRow(thread, post('new', minute)))).toEqual(expected);
  });

  it('adds a post of the break of extra time on top', () => {
    const thread = aThread([post('a', '105'), entry(9, { kind: 'extra_time', minute: '91' })]);

    expect(keys(mergeRow(thread, post('new', 'HT')))).toEqual(['new', 'a', 'entry 9']);
  });

  it('orders entries by their number', () => {
    const thread = aThread([post('a', '70'), entry(3), entry(1)]);

    expect(keys(mergeRow(thread, entry(2)))).toEqual(['a', 'entry 3', 'entry 2', 'entry 1']);
    expect(keys(mergeRow(thread, entry(4)))).toEqual(['entry 4', 'a', 'entry 3', 'entry 1']);
  });

  it('marks a goal of an earlier page that is taken back', () => {
    const thread = aThread([post('a', '70')], [entry(3)]);

    const merged = mergeRow(thread, entry(4, { kind: 'goal_cancelled', cancels: 3 }));

    expect(listRows(merged).at(-1)).toMatchObject({ entry: { seq: 3, cancelled: true } });
    expect(keys(merged)).toEqual(['entry 4', 'a', 'entry 3']);
  });
});

describe('withoutPost', () => {
  it('removes the post only', () => {
    const thread = aThread([post('b', '2'), post('a', '1'), entry(1)]);

    expect(keys(withoutPost(thread, 'a'))).toEqual(['b', 'entry 1']);
  });
});

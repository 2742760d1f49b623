import type { MatchThread as ThreadData, ThreadRow } from '@kickoff/contracts';
import { aLatestMatch, aLiveMatch, anOwnProfile, aPost, at, NOW } from '@kickoff/testing';
import { fakeApi, json, later } from '@kickoff/testing/fake-api';
import { emitLiveEvent, replaceAddress, ServerState, startSession } from '@kickoff/web';
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { act, render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';

import { MatchThread } from './MatchThread';

const CALL = 'GET /api/match/demo%3A1/thread?scope=everyone&limit=50';
const MATCH = aLatestMatch(aLiveMatch({ id: 'demo:1', minute: 67 }), 'premier_league');

let api: ReturnType<typeof fakeApi>;

const aRow = (text: string): ThreadRow => ({
  kind: 'post',
  minute: '67',
  at: at(0, 14, 30),
  post: aPost({ text }),
});
const [OLD, NEW] = [aRow('Old'), aRow('New')];
const aThread = (rows: ThreadRow[]) => {
  const thread: ThreadData = { match: MATCH, state: 'open', opensAt: at(0, 12, 20), rows };
  return () => json(thread);
};

beforeEach(() => {
  jest.useFakeTimers({ advanceTimers: true, now: NOW });
  // jsdom has no layout.
  Element.prototype.scrollIntoView = jest.fn();
  replaceAddress('/match/demo:1');
  startSession('fan', 'token');
  api = fakeApi();
  api.on('GET /api/user/profile', () => json(anOwnProfile()));
  api.on('GET /api/football/matches/demo%3A1/timeline', () => json({ match: MATCH, entries: [] }));
  api.on(CALL, aThread([OLD]));
});
afterEach(() => {
  jest.restoreAllMocks();
  jest.useRealTimers();
});

const open = () =>
  render(
    <ServerState of="fan">
      <MatchThread match={MATCH} />
    </ServerState>,
  );
const pass = (ms = 0) => act(() => jest.advanceTimersByTimeAsync(ms));
async function emit(event: Parameters<typeof emitLiveEvent>[0]): Promise<void> {
  act(() => emitLiveEvent(event));
  await pass();
}
const arrive = (row: ThreadRow) => emit({ name: 'thread.row', data: { matchId: 'demo:1', row } });
/** Starts a fetch that answers these rows once it is released. */
async function fetching(rows: ThreadRow[]): Promise<() => Promise<void>> {
  const held = later(aThread(rows));
  api.on(CALL, held.answer);
  await emit({ name: 'missed' });
  return async () => {
    held.arrive();
    await pass();
  };
}
const texts = () =>
  within(screen.getByRole('list', { name: 'Thread' }))
    .getAllByRole('listitem')
    .map(({ textContent }) => /Old|New|Mine/.exec(textContent)?.[0]);

describe('MatchThread during a fetch', () => {
  it('shows a row that arrived before the first answer', async () => {
    const held = later(aThread([OLD]));
    api.on(CALL, held.answer);
    open();
    await pass();

    await arrive(NEW);
    held.arrive();
    await pass();

    expect(texts()).toEqual(expect.arrayContaining(['New', 'Old']));
  });

  it('retains a row that the answer does not contain', async () => {
    open();
    await screen.findByText('Old');
    const answerNow = await fetching([OLD]);

    await arrive(NEW);
    await answerNow();

    expect(texts()).toEqual(expect.arrayContaining(['New', 'Old']));
  });

  it('shows a row as the answer has it', async () => {
    open();
    await screen.findByText('Old');
    const edited = {
      ...NEW,
      post: aPost({ ...(NEW.kind === 'post' ? NEW.post : {}), text: 'Mine' }),
    };
    const answerNow = await fetching([{ ...edited, kind: 'post', at: at(0, 14, 30) }]);

    await arrive(NEW);
    await answerNow();

    expect(texts()).toEqual(['Mine']);
  });

  it('does not show a deleted post again', async () => {
    open();
    await screen.findByText('Old');
    const answerNow = await fetching([OLD, NEW]);
    const { _id } = OLD.kind === 'post' ? OLD.post : aPost();

    await emit({
      name: 'post.changed',
      data: { _id, likesCount: 0, commentsCount: 0, deleted: true },
    });
    await answerNow();

    expect(texts()).toEqual(['New']);
  });

  it('adds no row from before a replay to its rows', async () => {
    open();
    await screen.findByText('Old');
    const answerNow = await fetching([OLD]);
    await arrive(NEW);

    const replay = { matchId: 'demo:1', mode: 'replay', position: 0 } as const;
    await emit({ name: 'viewpoint.changed', data: replay });
    await answerNow();

    await pass(100);
    expect(texts()).toEqual(['Old']);
  });

  it('adds no row of another fan to the rows of friends', async () => {
    api.on(CALL.replace('everyone', 'friends'), aThread([OLD]));
    open();
    await screen.findByText('Old');
    const answerNow = await fetching([OLD]);
    await arrive(NEW);

    await userEvent.click(screen.getByRole('switch', { name: 'Friends first' }));
    await answerNow();

    await pass(100);
    expect(texts()).toEqual(['Old']);
  });

  it('fetches missed rows again after an own post', async () => {
    const mine = aPost({ text: 'Mine' });
    api.on('POST /api/pt/posts', () => json(mine, 201));
    open();
    await userEvent.type(await screen.findByRole('textbox', { name: 'Your post' }), 'Mine');
    await fetching([]);
    api.on(CALL, aThread([NEW, OLD]));

    await userEvent.click(screen.getByRole('button', { name: /Post/ }));

    expect(await screen.findByText('New')).toBeVisible();
  });
});

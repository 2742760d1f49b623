import type {
  LatestMatch,
  MatchThread as ThreadData,
  Post,
  ThreadRow,
  Viewpoint,
} from '@kickoff/contracts';
import { aLatestMatch, aLiveMatch, anOwnProfile, aPost, at, NOW } from '@kickoff/testing';
import { failure, fakeApi, json, later } from '@kickoff/testing/fake-api';
import { emitLiveEvent, replaceAddress, ServerState, startSession } from '@kickoff/web';
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { act, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';

import { MatchThread } from './MatchThread';
import type { Entry, EntryRow } from './thread-rows';

const CALL = 'GET /api/match/demo%3A1/thread?scope=everyone&limit=50';
const MATCH = aLatestMatch(aLiveMatch({ id: 'demo:1', minute: 67 }), 'premier_league');
const FRIEND = { _id: 'b'.repeat(24), username: 'ben', profilePicture: '' };

let api: ReturnType<typeof fakeApi>;

const entry = (seq: number, facts: Partial<Entry>): EntryRow => ({
  kind: 'entry',
  minute: facts.minute ?? null,
  entry: { seq, at: at(0, 14, 30), kind: 'goal', ...facts },
});
const post = (minute: string | null, facts: Partial<Post>) => ({
  kind: 'post' as const,
  minute,
  at: at(0, 14, 30),
  post: aPost(facts),
});
const GOAL = entry(2, {
  minute: '12',
  team: 'away',
  player: { name: 'Ruben Valcke' },
  score: { homeTeam: 0, awayTeam: 1 },
});
const KICK_OFF = entry(1, { kind: 'kick_off', minute: '1', score: { homeTeam: 0, awayTeam: 0 } });

function answer(rows: ThreadRow[], facts: Partial<ThreadData> = {}, call = CALL, next = ''): void {
  const headers = next === '' ? undefined : { Link: `<${next}>; rel="next"` };
  api.on(call, () =>
    Response.json(
      { match: MATCH, state: 'open', opensAt: at(0, 12, 20), rows, ...facts },
      headers ? { headers } : {},
    ),
  );
}

beforeEach(() => {
  jest.useFakeTimers({ advanceTimers: true, now: NOW });
  window.localStorage.clear();
  // jsdom has no layout.
  Element.prototype.scrollIntoView = jest.fn();
  replaceAddress('/match/demo:1');
  startSession('fan', 'token');
  api = fakeApi();
  const friends = [{ _id: FRIEND._id, username: FRIEND.username }];
  api.on('GET /api/user/profile', () => json(anOwnProfile({ friends, friendsCount: 1 })));
  api.on('GET /api/football/matches/demo%3A1/timeline', () => json({ match: MATCH, entries: [] }));
  answer([GOAL, KICK_OFF]);
});
afterEach(() => {
  jest.restoreAllMocks();
  jest.useRealTimers();
});

const open = (match: LatestMatch = MATCH) =>
  render(
    <ServerState of="fan">
      <MatchThread match={match} />
    </ServerState>,
  );
const list = () => screen.findByRole('list', { name: 'Thread' });
const rows = async () => [...(await list()).children].map(({ textContent }) => textContent);
const arrive = (row: ThreadRow, matchId = 'demo:1') =>
  act(async () => {
    emitLiveEvent({ name: 'thread.row', data: { matchId, row } });
    await jest.advanceTimersByTimeAsync(0);
  });

describe('MatchThread', () => {
  it('shows posts and entries with their minutes, newest first', async () => {
    answer([post('45+2', { text: 'What a half', user: FRIEND }), GOAL, KICK_OFF]);
    open();

    expect(await rows()).toEqual([
      expect.stringMatching(/^45\+2'ben.*What a half$/),
      "12'CHGoalRuben ValckeChelsea0– to 1",
      "1'Kick-off0– to 0",
    ]);
    expect(screen.getByRole('link', { name: /open post/ })).toHaveAttribute(
      'href',
      expect.stringMatching(/^[/]p[/]/),
    );
  });

  it('shows a cancelled goal struck through and labelled', async () => {
    const cancelled = { ...GOAL.entry, cancelled: true as const };
    answer([
      entry(3, { kind: 'goal_cancelled', minute: '14', cancels: 2 }),
      { ...GOAL, entry: cancelled },
    ]);
    open();

    const goal = within(within(await list()).getAllByRole('listitem')[1] ?? document.body);
    expect(goal.getByText('cancelled')).toBeVisible();
    expect(goal.getByText('Ruben Valcke').closest('s')).not.toBeNull();
  });

  it('shows the start of a data outage and removes the clock from the button', async () => {
    answer([entry(3, { kind: 'data_lost', at: at(0, 14, 33), minute: '67' }), GOAL]);
    open();

    expect((await rows())[0]).toContain('No data since 14:33');
    expect(screen.getByRole('button', { name: 'Post' })).toBeVisible();
  });

  it('adds a live row once and announces an entry once', async () => {
    open();
    await list();
    const goal = entry(3, {
      minute: '68',
      team: 'home',
      player: { name: 'Emil Norrgård' },
      score: { homeTeam: 1, awayTeam: 1 },
    });

    await arrive(goal);
    await arrive(goal);
    await arrive(post('68', { text: 'Level!' }));

    expect(await rows()).toHaveLength(4);
    expect(screen.getAllByRole('status').map(({ textContent }) => textContent)).toEqual([
      'Goal, Liverpool. Emil Norrgård. minute 68. Liverpool 1, Chelsea 1',
    ]);
  });

  it('ignores rows of other matches', async () => {
    open();
    await list();

    await arrive(post('68', { text: 'Elsewhere' }), 'demo:2');

    expect(screen.queryByText('Elsewhere')).toBeNull();
  });

  it('strikes through a goal when a live event cancels it', async () => {
    open();
    await list();

    await arrive(entry(3, { kind: 'goal_cancelled', minute: '14', cancels: 2, team: 'away' }));

    expect(within(await list()).getByText('cancelled')).toBeVisible();
  });

  it('removes a deleted post and refetches after missed events', async () => {
    const row = post('13', { text: 'Gone soon' });
    answer([row, GOAL]);
    open();
    await screen.findByText('Gone soon');
    const { _id } = row.post;

    act(() => {
      emitLiveEvent({
        name: 'post.changed',
        data: { _id, likesCount: 0, commentsCount: 0, deleted: true },
      });
    });
    expect(await rows()).toHaveLength(1);
    answer([post('14', { text: 'Missed' }), GOAL]);
    act(() => emitLiveEvent({ name: 'missed' }));

    expect(await screen.findByText('Missed')).toBeVisible();
  });

  describe('of a replayed match', () => {
    const REPLAY: Viewpoint = {
      matchId: 'demo:1',
      mode: 'replay',
      position: 600,
      playing: true,
      speed: 1,
    };
    const replayed = (facts: Partial<Viewpoint>) => ({
      match: { ...MATCH, viewpoint: { ...REPLAY, ...facts } },
    });
    const change = (facts: Partial<Viewpoint>) =>
      act(async () => {
        emitLiveEvent({ name: 'viewpoint.changed', data: { ...REPLAY, ...facts } });
        await jest.advanceTimersByTimeAsync(0);
      });

    it.each([
      ['a pause', { position: 609, playing: false }],
      ['a change of the speed', { position: 609, speed: 8 } as const],
      ['a seek forward', { position: 900 }],
    ])('leaves rows, composer and focus in place while %s refetches', async (_, facts) => {
      answer([GOAL, KICK_OFF], replayed({}));
      open();
      await list();
      await userEvent.type(screen.getByRole('textbox', { name: 'Your post' }), 'What a');
      const refetch = later(() =>
        json({ state: 'open', opensAt: at(0, 12, 20), ...replayed(facts), rows: [KICK_OFF] }),
      );
      api.on(CALL, refetch.answer);

      await change(facts);

      expect(await rows()).toHaveLength(2);
      expect(screen.getByRole('textbox', { name: 'Your post' })).toHaveFocus();
      refetch.arrive();
      await waitFor(() => expect(screen.queryAllByText('Ruben Valcke')).toEqual([]));
      expect(await rows()).toHaveLength(1);
    });

    it.each([
      ['the replay moves back', { position: 590 }, { position: 500 }],
      ['a row came later than the new position', { position: 0 }, { position: 10 }],
      ['a replay begins', { mode: 'delayed' } as const, { position: 0 }],
      ['the match is hidden', {}, { mode: 'hidden' } as const],
    ])('removes all rows at once if %s', async (_, before, facts) => {
      answer([KICK_OFF], replayed(before));
      open();
      await list();
      await act(() => jest.advanceTimersByTimeAsync(20_000));
      await arrive(GOAL);
      expect(await rows()).toHaveLength(2);
      api.on(CALL, later(() => json({})).answer);

      await change(facts);

      expect(screen.queryByRole('list', { name: 'Thread' })).toBeNull();
    });
  });

  it('shows only posts of friends, including live ones, with a switch to everyone', async () => {
    const call = CALL.replace('everyone', 'friends');
    answer([post('60', { text: 'From Ben', user: FRIEND }), GOAL], {}, call);
    open();
    await userEvent.click(await screen.findByRole('switch', { name: 'Friends first' }));
    await screen.findByText('From Ben');

    await arrive(post('68', { text: 'From a stranger' }));
    await arrive(post('68', { text: 'Ben again', user: FRIEND }));

    expect(screen.getByText('Ben again')).toBeVisible();
    expect(screen.queryByText('From a stranger')).toBeNull();
    await userEvent.click(screen.getByRole('button', { name: 'Show everyone' }));
    expect(screen.getByRole('switch', { name: 'Friends first' })).not.toBeChecked();
  });

  it('moves the focus to the next entry with g and to the previous one with G', async () => {
    answer([post('13', { text: 'Hm' }), GOAL, post('5', { text: 'Ho' }), KICK_OFF]);
    open();
    const items = [...(await list()).children];

    await userEvent.keyboard('g');
    expect(items[1]).toHaveFocus();
    await userEvent.keyboard('g');
    expect(items[3]).toHaveFocus();
    await userEvent.keyboard('G');
    expect(items[1]).toHaveFocus();
    await userEvent.click(screen.getByRole('textbox', { name: 'Your post' }));
    await userEvent.keyboard('gG');
    expect(screen.getByRole('textbox', { name: 'Your post' })).toHaveValue('gG');
  });

  it('loads and focuses a goal of the next page', async () => {
    const next = '/api/match/demo%3A1/thread?cursor=x';
    answer([post('67', { text: 'Late' })], {}, CALL, next);
    answer([GOAL, KICK_OFF], {}, `GET ${next}`);
    const entries = [GOAL.entry];
    api.on('GET /api/football/matches/demo%3A1/timeline', () => json({ match: MATCH, entries }));
    open();

    await userEvent.click(
      await screen.findByRole('button', { name: /Go to goal: .*Ruben Valcke/ }),
    );

    await act(() => jest.advanceTimersByTimeAsync(50));
    expect((await list()).children[1]).toHaveFocus();
  });

  it('buffers new rows while the top is out of view and shows them on request', async () => {
    jest.spyOn(window, 'IntersectionObserver').mockImplementation((callback) => {
      const observer = new (class extends EventTarget {
        readonly root = null;
        readonly rootMargin = '';
        readonly scrollMargin = '';
        readonly thresholds = [];
        observe(target: Element) {
          const rect = new DOMRect(0, -100, 10, 10);
          const seen = { isIntersecting: false, intersectionRatio: 0, target, time: 0 };
          const rects = { boundingClientRect: rect, intersectionRect: rect, rootBounds: null };
          callback([{ ...seen, ...rects }], this);
        }
        unobserve() {}
        disconnect() {}
        takeRecords() {
          return [];
        }
      })();
      return observer;
    });
    open();
    await list();

    await arrive(post('68', { text: 'One' }));
    await arrive(entry(3, { kind: 'half_time', minute: 'HT' }));

    expect(await rows()).toHaveLength(2);
    expect(screen.getByRole('status')).toHaveTextContent('Half-time');
    await userEvent.click(screen.getByRole('button', { name: '2 new' }));
    expect(await rows()).toHaveLength(4);
    expect(screen.queryByRole('button', { name: /new/ })).toBeNull();
  });

  it('shows an empty state', async () => {
    answer([]);
    open();

    expect(await screen.findByText('Quiet so far. Say what you see.')).toBeVisible();
  });

  it('shows no opening time of a match whose time is unknown', async () => {
    const facts = { state: 'before', opensAt: '2026-12-04T23:00:00.000Z' } as const;
    answer([], facts, CALL.replace('demo', 'api'));
    open({ ...MATCH, status: 'SCHEDULED', utcDate: '2026-12-05T00:00:00.000Z', id: 'api:1' });

    expect(await screen.findByText('This thread opens an hour before kick-off')).toBeVisible();
  });

  it("shows its opening time in the reader's time zone and opens at that time", async () => {
    answer([], { state: 'before', opensAt: at(0, 14, 36) });
    open({ ...MATCH, status: 'SCHEDULED', utcDate: at(0, 15, 36) });
    expect(await screen.findByText(/^This thread opens at/)).toHaveTextContent(
      /^This thread opens at 14:36 on Saturday 21 November 2026 \(.+\)$/,
    );
    expect(screen.queryByRole('textbox')).toBeNull();

    answer([]);
    await act(() => jest.advanceTimersByTimeAsync(60_000));

    expect(await screen.findByRole('textbox', { name: 'Your post' })).toBeVisible();
  });

  it('stays readable when it is closed', async () => {
    answer([GOAL], { state: 'closed' });
    open();

    expect(await screen.findByText('This thread is closed')).toBeVisible();
    expect(await rows()).toHaveLength(1);
    expect(screen.queryByRole('textbox')).toBeNull();
  });

  it('makes no request for a shielded match', () => {
    open({ ...MATCH, shielded: true });

    expect(screen.getByText('Reveal the match to post in its thread')).toBeVisible();
    expect(api.sent(CALL)).toHaveLength(0);
  });

  it('shows the placeholder of a post about an unseen moment', async () => {
    answer([post(null, { text: 'About a match you have not seen', spoiler: true })]);
    open();

    expect(await screen.findByText('About a match you have not seen')).toBeVisible();
  });

  it('shows why loading failed, and loads on Retry', async () => {
    api.on(CALL, () => failure('Something is wrong', 500));
    open();
    expect(await screen.findByRole('alert')).toHaveTextContent('Something is wrong');

    answer([GOAL]);
    await userEvent.click(screen.getByRole('button', { name: 'Retry' }));

    expect(await rows()).toHaveLength(1);
  });
});

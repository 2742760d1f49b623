import type { MatchPage, Viewpoint } from '@kickoff/contracts';
import { aLatestMatch, aLiveMatch, NOW } from '@kickoff/testing';
import { fakeApi, json } from '@kickoff/testing/fake-api';
import { callApi, ServerState, startSession, useQuery } from '@kickoff/web';
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { act, fireEvent, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';

import { ViewpointBar } from '../ViewpointBar';

const GET = 'GET /api/football/matches/demo%3A1';
const PUT = 'PUT /api/user/viewpoints/demo%3A1';

let api: ReturnType<typeof fakeApi>;
let stored: Viewpoint;
let status: MatchPage['status'];

beforeEach(() => {
  jest.useFakeTimers({ advanceTimers: true, now: NOW });
  startSession('fan', 'token');
  api = fakeApi();
  status = 'IN_PLAY';
  stored = {
    matchId: 'demo:1',
    mode: 'replay',
    position: 600,
    playing: false,
    speed: 1,
    halfTime: { from: 2_800, to: 3_700 },
    duration: 7_200,
  };
  api.on(GET, () =>
    json({
      ...aLatestMatch(aLiveMatch({ id: 'demo:1', status, viewpoint: stored }), 'premier_league'),
      headToHead: [],
      form: { homeTeam: '', awayTeam: '' },
    }),
  );
  api.on(PUT, ({ body }) => {
    Object.assign(stored, body);
    return json(stored);
  });
});
afterEach(() => {
  jest.restoreAllMocks();
  jest.useRealTimers();
});

function Page() {
  const { data } = useQuery({
    queryKey: ['match', 'demo:1'],
    queryFn: () => callApi(`/api/football/matches/${encodeURIComponent('demo:1')}`, { as: 'fan' }),
  });
  return data ? (
    <>
      <ViewpointBar match={data} />
      <textarea aria-label="Post" />
    </>
  ) : null;
}
async function open(facts: Partial<Viewpoint> = {}): Promise<void> {
  stored = { ...stored, ...facts };
  render(
    <ServerState of="fan">
      <Page />
    </ServerState>,
  );
  await bar();
}
const bar = () => screen.findByRole('slider', { name: 'Time since kick-off' });
const pass = (ms: number) => act(() => jest.advanceTimersByTimeAsync(ms));
const press = (name: string) => userEvent.click(screen.getByRole('button', { name }));
const sent = () => api.sent(PUT).map(({ body }) => body);
const aChange = (facts: object) => ({
  mode: 'replay',
  position: 600,
  playing: false,
  speed: 1,
  ...facts,
});

describe('ReplayPlayer', () => {
  it('explains how to start and starts on Kick-off', async () => {
    await open({ position: 0 });
    expect(screen.getByText(/Start your recording, then press Kick-off/)).toBeVisible();

    await press('Kick-off');
    await pass(1_000);

    expect(sent()).toEqual([aChange({ position: 0, playing: true })]);
    expect(screen.getByRole('button', { name: 'Pause' })).toBeVisible();
  });

  it('advances at its speed and pauses at the current position', async () => {
    await open({ playing: true, speed: 4 });

    await pass(1_500);
    expect(screen.getByText('0:10:06 / 2:00:00')).toBeVisible();
    await press('Pause');
    await pass(500);

    expect(sent()).toEqual([aChange({ position: 606, speed: 4 })]);
    expect(screen.getByRole('button', { name: 'Play' })).toBeVisible();
  });

  it('refetches what may be lost every 30 s, only while playing', async () => {
    await open({ playing: true });
    await pass(90_100);
    expect(api.sent(GET)).toHaveLength(4);

    await press('Pause');
    await pass(500);
    const asked = api.sent(GET).length;
    await pass(90_000);

    expect(api.sent(GET)).toHaveLength(asked);
  });

  it('changes the speed at the current position', async () => {
    await open();

    await press('8×');
    await pass(500);

    expect(sent()).toEqual([aChange({ speed: 8 })]);
    expect(screen.getByRole('button', { name: '8×', pressed: true })).toBeVisible();
  });

  it('seeks on a bar with a half-time mark', async () => {
    await open();
    expect(screen.getByText('Half-time')).toBeVisible();

    fireEvent.change(await bar(), { target: { value: '1200' } });
    fireEvent.change(await bar(), { target: { value: '1800' } });
    await pass(1_000);

    expect(sent()).toEqual([aChange({ position: 1_800 })]);
    expect(await bar()).toHaveAttribute('aria-valuetext', '0:30:00 of 2:00:00');
  });

  it.each([
    ['plays', ' ', aChange({ playing: true })],
    ['plays', 'k', aChange({ playing: true })],
    ['moves back by 10 s', 'j', aChange({ position: 590 })],
    ['moves on by 10 s', 'l', aChange({ position: 610 })],
    ['moves back by 5 s', '{ArrowLeft}', aChange({ position: 595 })],
    ['moves on by 5 s', '{ArrowRight}', aChange({ position: 605 })],
  ])('%s with the key "%s"', async (_, key, change) => {
    await open();

    await userEvent.keyboard(key);
    await pass(1_000);

    expect(sent()).toEqual([change]);
  });

  it.each([' ', 'k'])('plays once while the key "%s" is held', async (key) => {
    await open();

    fireEvent.keyDown(document.body, { key });
    for (let repeats = 0; repeats < 3; repeats += 1) {
      fireEvent.keyDown(document.body, { key, repeat: true });
    }
    await pass(1_000);

    expect(sent()).toEqual([aChange({ playing: true })]);
  });

  it('does not handle keys typed in a text field', async () => {
    await open();

    await userEvent.type(screen.getByRole('textbox', { name: 'Post' }), 'jl k{ArrowLeft}');
    await pass(1_000);

    expect(sent()).toEqual([]);
  });

  it('plays past the end of the bar until the match is over', async () => {
    await open({ position: 7_195, playing: true });

    await pass(10_000);
    expect(screen.getByText('2:00:05 / 2:00:05')).toBeVisible();
    expect(screen.queryByText(/The replay is over/)).toBeNull();
    await press('Pause');
    await pass(500);

    expect(sent()).toEqual([aChange({ position: 7_205 })]);
  });

  it('returns to live from the end of the replay', async () => {
    status = 'FINISHED';
    await open({ position: 7_100, playing: true });
    expect(screen.getByText(/The replay is over/)).toBeVisible();

    await press('Back to live');
    await pass(500);

    expect(sent()).toEqual([{ mode: 'live' }]);
  });
});

import type { MatchAlert } from '@kickoff/contracts';
import { failure, fakeApi, json, later } from '@kickoff/testing/fake-api';
import { ServerState, startSession, useQueryClient } from '@kickoff/web';
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';

import { AlertButton } from './AlertButton';

const PATH = '/api/user/alerts/demo%3A1';
const ALL: MatchAlert = { matchId: 'demo:1', kickOff: true, goals: true, fullTime: true };

let api: ReturnType<typeof fakeApi>;

beforeEach(() => {
  startSession('fan', 'token');
  api = fakeApi();
  api.on('GET /api/user/alerts', () => json([]));
  api.on(`PUT ${PATH}`, () => json(ALL));
  api.on(`DELETE ${PATH}`, () => new Response(null, { status: 204 }));
});
afterEach(() => {
  jest.restoreAllMocks();
});

const show = ({ hasKickedOff = false } = {}) =>
  render(
    <ServerState of="fan">
      <AlertButton matchId="demo:1" hasKickedOff={hasKickedOff} />
    </ServerState>,
  );
const button = () => screen.getByRole('button');
async function open(facts?: Parameters<typeof show>[0]): Promise<void> {
  show(facts);
  await waitFor(() => expect(button()).not.toHaveAttribute('aria-disabled'));
}
const press = (name: string) => userEvent.click(screen.getByRole('button', { name }));
const box = (name: string) => screen.getByRole('checkbox', { name });
/** The changes that were sent, in order. */
const sent = () =>
  jest
    .mocked(globalThis.fetch)
    .mock.calls.filter(([path]) => path === PATH)
    .map(([, request]) => [request?.method, request?.body ?? '']);

describe('AlertButton', () => {
  it('turns all alerts on with the first press and lists their kinds', async () => {
    await open();

    await press('Alert me');

    expect(screen.getByRole('button', { name: 'Alerts on', expanded: true })).toBeVisible();
    for (const name of ['Kick-off', 'Goals', 'Full time']) expect(box(name)).toBeChecked();
    await waitFor(() =>
      expect(sent()).toEqual([
        ['PUT', JSON.stringify({ kickOff: true, goals: true, fullTime: true })],
      ]),
    );
  });

  it('has no kick-off to choose once the match has kicked off', async () => {
    await open({ hasKickedOff: true });

    await press('Alert me');
    expect(screen.queryByRole('checkbox', { name: 'Kick-off' })).toBeNull();
    await userEvent.click(box('Goals'));
    await userEvent.click(box('Full time'));

    expect(screen.getByRole('button', { name: 'Alert me' })).toBeVisible();
    await waitFor(() => expect(sent()).toHaveLength(3));
    expect(sent()).toEqual([
      ['PUT', JSON.stringify({ kickOff: false, goals: true, fullTime: true })],
      ['PUT', JSON.stringify({ kickOff: false, goals: false, fullTime: true })],
      ['DELETE', ''],
    ]);
  });

  it('sends changes in order and deletes the alerts when the last is turned off', async () => {
    api.on('GET /api/user/alerts', () => json([{ ...ALL, kickOff: false }]));
    await open();
    await press('Alerts on');

    await userEvent.click(box('Goals'));
    await userEvent.click(box('Full time'));

    expect(screen.getByRole('button', { name: 'Alert me' })).toBeVisible();
    await waitFor(() => expect(sent()).toHaveLength(2));
    expect(sent()).toEqual([
      ['PUT', JSON.stringify({ kickOff: false, goals: false, fullTime: true })],
      ['DELETE', ''],
    ]);
  });

  it('shows why a change was rejected and reverts it', async () => {
    api.on(`PUT ${PATH}`, () => failure('You have 50 alerts', 409));
    await open();

    await press('Alert me');

    expect(await screen.findByRole('alert')).toHaveTextContent('You have 50 alerts');
    expect(await screen.findByRole('button', { name: 'Alert me' })).toBeVisible();
  });

  it('returns to the former alerts when neither the change nor the list after it succeeds', async () => {
    api.on('GET /api/user/alerts', () => json([ALL]));
    await open();
    await press('Alerts on');
    api.on(`PUT ${PATH}`, () => failure('Something is wrong', 500));
    api.on('GET /api/user/alerts', () => failure('Something is wrong', 500));

    await userEvent.click(box('Goals'));

    expect(await screen.findByRole('alert')).toHaveTextContent('Something is wrong');
    for (const name of ['Kick-off', 'Goals', 'Full time']) expect(box(name)).toBeChecked();
  });

  it('ignores presses until the alerts are loaded, with the focus on the button', async () => {
    const list = later(() => json([{ ...ALL, goals: false }]));
    api.on('GET /api/user/alerts', list.answer);
    show();

    await press('Alert me');

    expect(button()).toHaveAttribute('aria-disabled', 'true');
    expect(button()).toHaveFocus();
    list.arrive();
    expect(await screen.findByRole('button', { name: 'Alerts on', expanded: false })).toHaveFocus();
    expect(sent()).toEqual([]);
  });

  it('shows why the alerts did not load, and loads them on a press without changing them', async () => {
    api.on('GET /api/user/alerts', () => failure('Something is wrong', 500));
    show();
    expect(await screen.findByRole('alert')).toHaveTextContent('Something is wrong');
    api.on('GET /api/user/alerts', () => json([ALL]));

    await press('Alert me');

    expect(await screen.findByRole('button', { name: 'Alerts on' })).toBeVisible();
    expect(screen.queryByRole('alert')).toBeNull();
    expect(sent()).toEqual([]);
  });

  it('loads the list after a change during which it was removed', async () => {
    function Reset() {
      const queries = useQueryClient();
      return (
        <button type="button" onClick={() => void queries.resetQueries()}>
          Reset
        </button>
      );
    }
    render(
      <ServerState of="fan">
        <AlertButton matchId="demo:1" hasKickedOff={false} />
        <Reset />
      </ServerState>,
    );
    const alertMe = screen.getByRole('button', { name: 'Alert me' });
    await waitFor(() => expect(alertMe).not.toHaveAttribute('aria-disabled'));
    const change = later(() => json(ALL));
    api.on(`PUT ${PATH}`, change.answer);
    await press('Alert me');
    api.on('GET /api/user/alerts', () => failure('Something is wrong', 500));
    await press('Reset');
    api.on('GET /api/user/alerts', () => json([{ ...ALL, goals: false }]));

    change.arrive();
    await waitFor(() => expect(api.sent('GET /api/user/alerts')).toHaveLength(3));
    await press('Alerts on');

    await waitFor(() => expect(box('Goals')).not.toBeChecked());
    expect(box('Full time')).toBeChecked();
  });

  it('closes on Escape and returns the focus', async () => {
    await open();
    await press('Alert me');

    await userEvent.keyboard('{Escape}');

    expect(screen.queryByRole('checkbox')).toBeNull();
    expect(screen.getByRole('button', { name: 'Alerts on' })).toHaveFocus();
  });
});

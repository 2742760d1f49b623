import type { MatchAlert } from '@kickoff/contracts';
import { failure, fakeApi, json } from '@kickoff/testing/fake-api';
import { ServerState, startSession } from '@kickoff/web';
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

function open({ hasKickedOff = false } = {}) {
  render(
    <ServerState of="fan">
      <AlertButton matchId="demo:1" hasKickedOff={hasKickedOff} />
    </ServerState>,
  );
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
    open();

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
    open({ hasKickedOff: true });

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
    open();
    await screen.findByRole('button', { name: 'Alerts on' });
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
    open();

    await press('Alert me');

    expect(await screen.findByRole('alert')).toHaveTextContent('You have 50 alerts');
    expect(await screen.findByRole('button', { name: 'Alert me' })).toBeVisible();
  });

  it('closes on Escape and returns the focus', async () => {
    open();
    await press('Alert me');

    await userEvent.keyboard('{Escape}');

    expect(screen.queryByRole('checkbox')).toBeNull();
    expect(screen.getByRole('button', { name: 'Alerts on' })).toHaveFocus();
  });
});

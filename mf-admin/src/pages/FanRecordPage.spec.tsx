import { failure, fakeApi, json, page } from '@kickoff/testing/fake-api';
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';

import { openAt, presentAddress } from '../test/open';
import { aFanPage, anAdminPost } from '../test/rows';
import FanRecordPage from './FanRecordPage';

const aNote = {
  _id: 'n1',
  author: { _id: 'a', username: 'ada' },
  text: 'Warned once',
  createdAt: '2026-11-19T12:00:00.000Z',
};
const marta = aFanPage({
  username: 'marta',
  reportsAgainst: [
    {
      _id: 'c'.repeat(24),
      targetType: 'post',
      targetId: 'd'.repeat(24),
      reason: 'This is spam',
      state: 'open',
      count: 3,
      createdAt: '2026-11-20T12:00:00.000Z',
    },
  ],
  notes: [aNote],
  sessions: [
    {
      _id: 's1',
      device: 'Firefox on Linux',
      createdAt: '2026-11-18T12:00:00.000Z',
      lastSeenAt: '2026-11-20T12:00:00.000Z',
    },
  ],
});
const FAN = `/api/admin/users/${marta._id}`;
let api: ReturnType<typeof fakeApi>;

beforeEach(() => {
  window.localStorage.clear();
  api = fakeApi();
  api.on(`GET ${FAN}`, () => json(marta));
  api.on(`GET /api/admin/posts?author=${marta._id}&limit=10&likes=0&comments=0`, () =>
    page([anAdminPost({ text: 'Cheap tickets' })]),
  );
});
afterEach(() => {
  jest.restoreAllMocks();
});

const open = () => openAt(`/fan/${marta._id}`, <FanRecordPage params={{ userId: marta._id }} />);
const part = async (name: string) => within(await screen.findByRole('region', { name }));

describe('FanRecordPage', () => {
  it('shows data, reports, notes, sessions and posts', async () => {
    open();

    expect(await screen.findByRole('heading', { level: 1, name: 'marta' })).toBeVisible();
    expect(screen.getByText(marta.email)).toBeVisible();
    expect((await part('Reports against')).getByText('This is spam')).toBeVisible();
    expect((await part('Reports by')).getByText('This fan has reported nothing')).toBeVisible();
    expect((await part('Notes')).getByText('Warned once')).toBeVisible();
    expect((await part('Sessions')).getByText('Firefox on Linux')).toBeVisible();
    expect(await screen.findByText('Cheap tickets')).toBeVisible();
  });

  it('shows the reason and the end of a suspension', async () => {
    const suspension = { reason: 'Sells tickets', until: '2026-12-01T12:00:00.000Z' };
    api.on(`GET ${FAN}`, () => json({ ...marta, status: 'suspended', suspension }));
    open();

    expect(await screen.findByText('Sells tickets')).toBeVisible();
    expect(screen.getByText(/until 1 Dec 2026/)).toBeVisible();
    expect(screen.getByRole('button', { name: 'Restore' })).toBeVisible();
  });

  it('preserves the text of a note until it has been added', async () => {
    api.on(`POST ${FAN}/notes`, () => failure('Not now', 503));
    const { unmount } = open();
    const note = () => screen.getByRole('textbox', { name: 'New note, for admins only' });
    await screen.findByText('Warned once');
    await userEvent.type(note(), 'Warned twice');
    await userEvent.click(screen.getByRole('button', { name: 'Add note' }));
    expect(await screen.findByText('Not now')).toBeVisible();
    expect(note()).toHaveAccessibleDescription('Not now');
    unmount();

    open();
    await screen.findByText('Warned once');
    expect(note()).toHaveValue('Warned twice');
    api.on(`POST ${FAN}/notes`, () => json({ ...aNote, _id: 'n2', text: 'Warned twice' }, 201));
    await userEvent.click(screen.getByRole('button', { name: 'Add note' }));

    await waitFor(() => expect(note()).toHaveValue(''));
    expect(api.writes().at(-1)?.body).toEqual({ text: 'Warned twice' });
    const keys = api.sent(`POST ${FAN}/notes`).map(({ headers }) => headers.get('Idempotency-Key'));
    expect(keys).toEqual([keys[0], keys[0]]);
    expect(keys[0]).toMatch(/^[0-9a-f]{32}$/);
  });

  it('gives a note a new key once an earlier version has been added', async () => {
    api.on(`POST ${FAN}/notes`, () => failure('This key was used', 409));
    open();
    await screen.findByText('Warned once');
    await userEvent.type(screen.getByRole('textbox', { name: /^New note/ }), 'Warned twice');
    const add = () => userEvent.click(screen.getByRole('button', { name: 'Add note' }));
    await add();
    expect(await screen.findByRole('alert')).toHaveTextContent(
      'An earlier version of this note has already been added.',
    );

    await add();

    await waitFor(() => expect(api.sent(`POST ${FAN}/notes`)).toHaveLength(2));
    const [first, second] = api
      .sent(`POST ${FAN}/notes`)
      .map(({ headers }) => headers.get('Idempotency-Key'));
    expect(second).not.toBe(first);
  });

  it('returns to the list after the fan was deleted', async () => {
    api.on(`DELETE ${FAN}`, () => json({ message: 'User deleted' }));
    open();
    await userEvent.click(await screen.findByRole('button', { name: 'Delete' }));
    const asks = within(screen.getByRole('alertdialog'));
    await userEvent.type(asks.getByRole('textbox'), 'marta');

    await userEvent.click(asks.getByRole('button', { name: 'Delete' }));

    await waitFor(() => expect(presentAddress()).toBe('/user'));
  });

  it('shows that the record failed to load, and loads it on Retry', async () => {
    api.on(`GET ${FAN}`, () => failure('There is no such fan', 404));
    open();
    expect(await screen.findByRole('alert')).toHaveTextContent('Failed to fetch user data');

    api.on(`GET ${FAN}`, () => json(marta));
    await userEvent.click(screen.getByRole('button', { name: 'Retry' }));

    expect(await screen.findByRole('heading', { level: 1, name: 'marta' })).toBeVisible();
  });
});

import type { Announcement } from '@kickoff/contracts';
import { failure, fakeApi, json } from '@kickoff/testing/fake-api';
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';

import { openAt } from '../test/open';
import AnnouncementsPage from './AnnouncementsPage';

const ANNOUNCEMENTS = '/api/admin/announcements';
const cup: Announcement = {
  _id: 'b'.repeat(24),
  text: 'The cup is back',
  startsAt: '2026-11-20T12:00:00.000Z',
  endsAt: '2026-11-30T12:00:00.000Z',
};
let api: ReturnType<typeof fakeApi>;

beforeEach(() => {
  window.localStorage.clear();
  jest.useFakeTimers({ advanceTimers: true, now: Date.parse('2026-11-21T12:00:00Z') });
  api = fakeApi();
  api.on(`GET ${ANNOUNCEMENTS}`, () => json([cup]));
});
afterEach(() => {
  jest.restoreAllMocks();
  jest.useRealTimers();
});

const open = () => openAt('/announcements', <AnnouncementsPage />);
const text = () => screen.getByRole('textbox', { name: 'Text' });
const announce = () => userEvent.click(screen.getByRole('button', { name: 'Announce' }));

describe('AnnouncementsPage', () => {
  it('lists announcements with their times', async () => {
    open();

    expect(await screen.findByText('The cup is back')).toBeVisible();
    expect(screen.getByText(/^Shown from 20 Nov 2026/)).toBeVisible();
  });

  it('creates an announcement with start and end and preserves the text on failure', async () => {
    api.on(`POST ${ANNOUNCEMENTS}`, () => failure('Not now', 503));
    open();
    await userEvent.type(text(), 'Final tonight');
    await userEvent.type(screen.getByLabelText(/^Ends/), '2026-11-22T18:00');
    await announce();
    expect(await screen.findByText('Not now')).toBeVisible();
    expect(text()).toHaveValue('Final tonight');

    api.on(`POST ${ANNOUNCEMENTS}`, () => json(cup, 201));
    await announce();

    await waitFor(() => expect(text()).toHaveValue(''));
    expect(api.writes().at(-1)?.body).toEqual({
      text: 'Final tonight',
      endsAt: new Date('2026-11-22T18:00').toISOString(),
    });
  });

  it('retries with the same key and gets a new one once an earlier version has arrived', async () => {
    const keys = () =>
      api.sent(`POST ${ANNOUNCEMENTS}`).map(({ headers }) => headers.get('Idempotency-Key'));
    api.on(`POST ${ANNOUNCEMENTS}`, () => failure('Not now', 503));
    open();
    await userEvent.type(text(), 'Final tonight');
    await announce();
    await screen.findByText('Not now');
    api.on(`POST ${ANNOUNCEMENTS}`, () => failure('This key was used', 409));
    await userEvent.type(text(), ' at 8');
    await announce();
    expect(await screen.findByRole('alert')).toHaveTextContent(
      'An earlier version of this announcement has already been published.',
    );

    api.on(`POST ${ANNOUNCEMENTS}`, () => json(cup, 201));
    await announce();

    await waitFor(() => expect(text()).toHaveValue(''));
    const [first, second, third] = keys();
    expect(first).toMatch(/^[0-9a-f]{32}$/);
    expect(second).toBe(first);
    expect(third).not.toBe(first);
  });

  it('stores a draft for its author and shows it to no other admin of the device', async () => {
    const ada = open();
    await userEvent.type(text(), 'Final to');
    ada.unmount();

    const ben = openAt('/announcements', <AnnouncementsPage />, 'b'.repeat(24));
    expect(text()).toHaveValue('');
    ben.unmount();

    open();
    expect(text()).toHaveValue('Final to');
  });

  it('shows an announcement without a start immediately', async () => {
    open();
    await screen.findByText('The cup is back');
    await userEvent.type(text(), 'Final tonight');
    jest.advanceTimersByTime(1_000);
    const now: Announcement = {
      _id: 'c'.repeat(24),
      text: 'Final tonight',
      startsAt: new Date().toISOString(),
    };
    api.on(`POST ${ANNOUNCEMENTS}`, () => json(now, 201));
    api.on(`GET ${ANNOUNCEMENTS}`, () => json([now]));

    await announce();

    expect(await screen.findByText(/^Shown since/)).toBeVisible();
  });

  it('requires text, and an end after the start', async () => {
    open();
    await announce();
    expect(screen.getByRole('alert')).toHaveTextContent('An announcement needs text.');
    expect(text()).toHaveAccessibleDescription('An announcement needs text.');
    expect(text()).toBeInvalid();

    await userEvent.type(text(), 'Too late');
    await userEvent.type(screen.getByLabelText(/^Ends/), '2026-11-20T18:00');
    await announce();

    expect(screen.getByRole('alert')).toHaveTextContent('It has to end after it starts.');
    const ends = screen.getByLabelText(/^Ends/);
    expect(ends).toHaveAccessibleDescription('It has to end after it starts.');
    expect(ends).toBeInvalid();
    expect(text()).toBeValid();
    expect(api.writes()).toEqual([]);
  });

  it('deletes after confirmation', async () => {
    api.on(`DELETE ${ANNOUNCEMENTS}/${cup._id}`, () => new Response(null, { status: 204 }));
    open();
    await userEvent.click(await screen.findByRole('button', { name: /^Delete/ }));

    api.on(`GET ${ANNOUNCEMENTS}`, () => json([]));
    await userEvent.click(screen.getByRole('button', { name: 'Delete' }));

    expect(await screen.findByText('Nothing has been announced yet')).toBeVisible();
  });
});

import { failure, type fakeApi, json } from '@kickoff/testing/fake-api';
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';

import { me } from '../test/fans';
import { openSettings, part, PROFILE, serveSettings } from '../test/settings-page';
import { collectedToasts } from '../test/toasts';

const CALENDAR = 'GET /api/football/calendar';
const RENEW = 'DELETE /api/football/calendar';
const url = (secret: string) => `https://kickoff.example/api/football/calendar/${secret}.ics`;

const toasts = collectedToasts();
let server: ReturnType<typeof fakeApi>;

beforeEach(() => {
  server = serveSettings();
  server.on(PROFILE, () => json({ ...me, fav_team1: 'Arsenal FC' }));
  server.on(CALENDAR, () => json({ url: url('first') }));
});
afterEach(() => {
  jest.restoreAllMocks();
});

const region = () => part('Calendar of my team');
const show = async () => {
  openSettings();
  await userEvent.click(await region().findByRole('button', { name: 'Show the address' }));
};
const address = () => region().findByRole('textbox', { name: 'Address' });

describe('CalendarAddress', () => {
  it('requests the address on demand only', async () => {
    openSettings();
    await region().findByText(/The matches of Arsenal FC/);
    expect(server.sent(CALENDAR)).toEqual([]);

    await userEvent.click(region().getByRole('button', { name: 'Show the address' }));

    expect(await address()).toHaveValue(url('first'));
    expect(await address()).toHaveFocus();
    expect(region().getByRole('link', { name: 'Open in my calendar' })).toHaveAttribute(
      'href',
      'webcal://kickoff.example/api/football/calendar/first.ics',
    );
  });

  it('copies the address with one click', async () => {
    const user = userEvent.setup();
    await show();

    await user.click(await region().findByRole('button', { name: 'Copy' }));

    expect(await navigator.clipboard.readText()).toBe(url('first'));
    await waitFor(() => expect(toasts.map(({ text }) => text)).toEqual(['Address copied']));
  });

  it('renews the address after confirmation', async () => {
    server.on(RENEW, () => json({ url: url('second') }));
    await show();
    await userEvent.click(await region().findByRole('button', { name: 'New address' }));
    expect(server.sent(RENEW)).toEqual([]);

    const question = within(screen.getByRole('alertdialog', { name: 'Make a new address?' }));
    await userEvent.click(question.getByRole('button', { name: 'Make new address' }));

    await waitFor(async () => expect(await address()).toHaveValue(url('second')));
    expect(screen.queryByRole('alertdialog')).toBeNull();
  });

  it('shows the error and retries', async () => {
    server.on(CALENDAR, () => failure('The database is away', 503));
    await show();
    expect(await region().findByRole('alert')).toHaveTextContent('The database is away');

    server.on(CALENDAR, () => json({ url: url('first') }));
    await userEvent.click(region().getByRole('button', { name: 'Show the address' }));

    expect(await address()).toHaveValue(url('first'));
    expect(region().queryByRole('alert')).toBeNull();
  });

  it('links a fan without a team to the profile form', async () => {
    server.on(PROFILE, () => json({ ...me, fav_team1: '' }));
    openSettings();

    expect(await region().findByRole('link', { name: 'Choose in my profile' })).toHaveAttribute(
      'href',
      '/profile',
    );
    expect(region().queryByRole('button')).toBeNull();
  });
});

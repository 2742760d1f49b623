import type { SessionRow } from '@kickoff/contracts';
import { failure, type fakeApi, json } from '@kickoff/testing/fake-api';
import { sessionToken } from '@kickoff/web';
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';

import { press } from '../test/buttons';
import {
  here,
  laptop,
  openSettings,
  part,
  phone,
  serveSettings,
  SESSIONS,
} from '../test/settings-page';
import { collectedToasts } from '../test/toasts';

const toasts = collectedToasts();
const PASSWORD = 'POST /api/user/change-password';

let server: ReturnType<typeof fakeApi>;

beforeEach(() => {
  server = serveSettings();
});
afterEach(() => {
  jest.restoreAllMocks();
});

describe('ChangePasswordForm', () => {
  const fill = async (current: string, next: string, repeated = next) => {
    openSettings();
    await userEvent.type(screen.getByLabelText('Current password'), current);
    await userEvent.type(screen.getByLabelText('New password'), next);
    await userEvent.type(screen.getByLabelText('Confirm new password'), repeated);
    await press('Change password');
  };

  it('continues with the new session at the top of the page, and confirms', async () => {
    const scrollTo = jest.spyOn(window, 'scrollTo').mockImplementation(() => undefined);
    server.on(PASSWORD, () => json({ message: 'Your password has been changed', token: 'fresh' }));

    await fill('ninetyplus4', 'terrace-song-7');

    await waitFor(() => expect(sessionToken('fan')).toBe('fresh'));
    expect(toasts).toEqual([{ kind: 'ok', text: 'Your password has been changed' }]);
    expect(server.sent(PASSWORD).map(({ body }) => body)).toEqual([
      { currentPassword: 'ninetyplus4', newPassword: 'terrace-song-7' },
    ]);
    expect(await screen.findByLabelText('Current password')).toHaveValue('');
    expect(scrollTo).toHaveBeenCalledWith(0, 0);
  });

  it.each([
    ['terrace-song-7', 'terrace-song-8', 'Passwords do not match', 'Confirm new password'],
    ['12345', '12345', 'Password must be at least 6 characters long', 'New password'],
  ])('rejects %s and %s with a message and no request', async (next, repeated, words, field) => {
    await fill('ninetyplus4', next, repeated);

    expect(screen.getByRole('alert')).toHaveTextContent(words);
    expect(screen.getByLabelText(field)).toHaveFocus();
    expect(screen.getByLabelText(field)).toHaveAccessibleDescription(
      expect.stringContaining(words),
    );
    expect(server.sent(PASSWORD)).toEqual([]);
  });

  it.each([
    ['The current password is wrong', 403, 'Current password'],
    ['This password is too common', 400, 'New password'],
  ])('shows %s at its field and preserves the typed text', async (words, status, field) => {
    server.on(PASSWORD, () => failure(words, status));

    await fill('ninetyplus4', 'football');

    expect(await screen.findByRole('alert')).toHaveTextContent(words);
    expect(screen.getByLabelText(field)).toHaveFocus();
    expect(screen.getByLabelText('New password')).toHaveValue('football');
    expect(sessionToken('fan')).toBe('token');
  });
});

describe('SessionList', () => {
  const ended: string[] = [];
  const endsWell = ({ _id, device }: SessionRow) =>
    server.on(`DELETE /api/user/sessions/${_id}`, () => {
      ended.push(device);
      return new Response(null, { status: 204 });
    });
  const devices = () =>
    part('Sessions')
      .getAllByRole('listitem')
      .map((item) => item.querySelector('b')?.textContent);

  beforeEach(() => {
    ended.length = 0;
  });

  it('marks this device, and ends only other sessions', async () => {
    openSettings();
    const rows = await part('Sessions').findAllByRole('listitem');

    expect(rows[0]).toHaveTextContent('This device');
    expect(within(rows[0] ?? document.body).queryByRole('button')).toBeNull();
    expect(
      screen.getByRole('button', { name: 'End the session of Chrome on Android' }),
    ).toBeVisible();
  });

  it('removes ended sessions one by one when the server confirms', async () => {
    endsWell(phone);
    openSettings();
    await screen.findByText('Chrome on Android');

    await press('End the session of Chrome on Android');

    await waitFor(() => expect(devices()).toEqual(['Firefox on Linux', 'Safari on macOS']));
    expect(ended).toEqual(['Chrome on Android']);
  });

  it('ends all sessions but this one', async () => {
    endsWell(phone);
    endsWell(laptop);
    openSettings();
    await screen.findByText('Chrome on Android');

    await press('End all other sessions');

    await waitFor(() => expect(devices()).toEqual(['Firefox on Linux']));
    expect(ended).toEqual(['Chrome on Android', 'Safari on macOS']);
    expect(screen.queryByRole('button', { name: 'End all other sessions' })).toBeNull();
    expect(screen.getByRole('region', { name: 'Sessions' })).toHaveFocus();
  });

  it('shows the reason and the sessions when the server fails', async () => {
    server.on(`DELETE /api/user/sessions/${phone._id}`, () => failure('It broke', 500));
    openSettings();
    await screen.findByText('Chrome on Android');

    await press('End the session of Chrome on Android');

    expect(await part('Sessions').findByRole('alert')).toHaveTextContent('It broke');
    expect(devices()).toHaveLength(3);
  });

  it('removes sessions that have expired', async () => {
    server.on(`DELETE /api/user/sessions/${phone._id}`, () => failure('Gone', 404));
    openSettings();
    await screen.findByText('Chrome on Android');

    await press('End the session of Chrome on Android');

    await waitFor(() => expect(devices()).toHaveLength(2));
  });

  it('loads on Retry', async () => {
    server.on(SESSIONS, () => failure('It broke', 500));
    openSettings();
    expect(await part('Sessions').findByText('Your sessions did not load.')).toBeVisible();

    server.on(SESSIONS, () => json([here]));
    await userEvent.click(part('Sessions').getByRole('button', { name: 'Retry' }));

    expect(await screen.findByText('Firefox on Linux')).toBeVisible();
  });
});

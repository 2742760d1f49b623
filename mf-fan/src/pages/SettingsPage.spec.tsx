import type { FanSettings, SessionRow } from '@kickoff/contracts';
import { anOwnProfile } from '@kickoff/testing';
import { failure, fakeApi, json, later, page } from '@kickoff/testing/fake-api';
import { onToast, ServerState, sessionToken, startSession } from '@kickoff/web';
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { act, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';

import SettingsPage from './SettingsPage';

const PROFILE = 'GET /api/user/profile';
const SETTINGS = 'PATCH /api/user/settings';
const SESSIONS = 'GET /api/user/sessions';
const MUTED = 'GET /api/user/muted?limit=50';
const BLOCKED = 'GET /api/user/blocked?limit=50';
const PASSWORD = 'POST /api/user/change-password';
const EXPORT = 'GET /api/user/export';
const DELETE = 'DELETE /api/user';

const me = anOwnProfile();
const aSession = (id: string, device: string, current = false): SessionRow => ({
  _id: id.repeat(24),
  current,
  createdAt: '2026-11-20T10:00:00.000Z',
  lastSeenAt: '2026-11-21T10:00:00.000Z',
  device,
});
const here = aSession('1', 'Firefox on Linux', true);
const phone = aSession('2', 'Chrome on Android');
const laptop = aSession('3', 'Safari on macOS');
const priya = { _id: 'b'.repeat(24), username: 'priya_raman', profilePicture: '' };

let api: ReturnType<typeof fakeApi>;
let toasts: string[];
let stopHearing: () => void;

beforeEach(() => {
  window.localStorage.clear();
  history.replaceState(null, '', '/settings');
  startSession('fan', 'token');
  toasts = [];
  stopHearing = onToast(
    ({ text }) => void toasts.push(text),
    () => undefined,
  );
  api = fakeApi();
  api.on(PROFILE, () => json(me));
  api.on(SESSIONS, () => json([here, phone, laptop]));
  api.on(MUTED, () => json([]));
  api.on(BLOCKED, () => json([]));
});
afterEach(() => {
  stopHearing();
  jest.restoreAllMocks();
});

const open = () =>
  render(
    <ServerState of="fan">
      <SettingsPage />
    </ServerState>,
  );
const part = (name: string) => within(screen.getByRole('region', { name }));
const press = (name: string | RegExp) => userEvent.click(screen.getByRole('button', { name }));

describe('a preference', () => {
  const settled = (change: Partial<FanSettings>) => () => json({ ...me.settings, ...change });
  const theme = async (name: string) => {
    const group = await screen.findByRole('group', { name: 'Theme' });
    return within(group).getByRole('button', { name });
  };

  it('counts at once and is sent alone', async () => {
    const answer = later(settled({ theme: 'dark' }));
    api.on(SETTINGS, answer.answer);
    open();

    await userEvent.click(await theme('Dark'));

    expect(await theme('Dark')).toHaveAttribute('aria-pressed', 'true');
    expect(await theme('System')).toHaveAttribute('aria-pressed', 'false');
    expect(api.sent(SETTINGS).map(({ body }) => body)).toEqual([{ theme: 'dark' }]);
    await act(async () => {
      answer.arrive();
      await Promise.resolve();
    });
  });

  it('is taken back with the reason in words where the server refuses it', async () => {
    api.on(SETTINGS, () => failure('Not today', 500));
    open();

    await userEvent.click(await theme('Light'));

    expect(await screen.findByRole('alert')).toHaveTextContent('Not today');
    expect(await theme('System')).toHaveAttribute('aria-pressed', 'true');
  });

  it('hides the contact data', async () => {
    api.on(SETTINGS, settled({ hideContact: true }));
    open();
    const box = await screen.findByRole('checkbox', { name: 'Hide my contact data' });
    expect(box).not.toBeChecked();

    await userEvent.click(box);

    expect(box).toBeChecked();
    expect(api.sent(SETTINGS).map(({ body }) => body)).toEqual([{ hideContact: true }]);
  });

  it('chooses whose posts home begins with', async () => {
    api.on(SETTINGS, settled({ feed: 'following' }));
    open();
    const group = within(await screen.findByRole('group', { name: 'Feed' }));

    await userEvent.click(group.getByRole('button', { name: 'Following' }));

    await waitFor(() =>
      expect(api.sent(SETTINGS).map(({ body }) => body)).toEqual([{ feed: 'following' }]),
    );
  });

  it("says 'Failed to fetch user data' where there is none, and gets it with Retry", async () => {
    api.on(PROFILE, () => failure('It broke', 500));
    open();
    const region = part('Look and privacy');
    expect(await region.findByRole('alert')).toHaveTextContent('Failed to fetch user data');

    api.on(PROFILE, () => json(me));
    await userEvent.click(region.getByRole('button', { name: 'Retry' }));

    expect(await theme('System')).toBeVisible();
  });
});

describe('a change of password', () => {
  const fill = async (current: string, next: string, repeated = next) => {
    open();
    await userEvent.type(screen.getByLabelText('Current password'), current);
    await userEvent.type(screen.getByLabelText('New password'), next);
    await userEvent.type(screen.getByLabelText('Confirm new password'), repeated);
    await press('Change password');
  };

  it('goes on with the new session and says so', async () => {
    api.on(PASSWORD, () => json({ message: 'Your password has been changed', token: 'fresh' }));

    await fill('ninetyplus4', 'terrace-song-7');

    await waitFor(() => expect(sessionToken('fan')).toBe('fresh'));
    expect(toasts).toEqual(['Your password has been changed']);
    expect(api.sent(PASSWORD).map(({ body }) => body)).toEqual([
      { currentPassword: 'ninetyplus4', newPassword: 'terrace-song-7' },
    ]);
    expect(await screen.findByLabelText('Current password')).toHaveValue('');
  });

  it.each([
    ['terrace-song-7', 'terrace-song-8', 'Passwords do not match', 'Confirm new password'],
    ['12345', '12345', 'Password must be at least 6 characters long', 'New password'],
  ])('refuses %s and %s in words, without a call', async (next, repeated, words, field) => {
    await fill('ninetyplus4', next, repeated);

    expect(screen.getByRole('alert')).toHaveTextContent(words);
    expect(screen.getByLabelText(field)).toHaveFocus();
    expect(screen.getByLabelText(field)).toHaveAccessibleDescription(
      expect.stringContaining(words),
    );
    expect(api.sent(PASSWORD)).toEqual([]);
  });

  it.each([
    ['The current password is wrong', 403, 'Current password'],
    ['This password is too common', 400, 'New password'],
  ])('says %s at its field and keeps what was typed', async (words, status, field) => {
    api.on(PASSWORD, () => failure(words, status));

    await fill('ninetyplus4', 'football');

    expect(await screen.findByRole('alert')).toHaveTextContent(words);
    expect(screen.getByLabelText(field)).toHaveFocus();
    expect(screen.getByLabelText('New password')).toHaveValue('football');
    expect(sessionToken('fan')).toBe('token');
  });
});

describe('the sessions', () => {
  const ended: string[] = [];
  const endsWell = ({ _id, device }: SessionRow) =>
    api.on(`DELETE /api/user/sessions/${_id}`, () => {
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

  it('tell this device from the others, which alone can be ended', async () => {
    open();
    const rows = await part('Sessions').findAllByRole('listitem');

    expect(rows[0]).toHaveTextContent('This device');
    expect(within(rows[0] ?? document.body).queryByRole('button')).toBeNull();
    expect(
      screen.getByRole('button', { name: 'End the session of Chrome on Android' }),
    ).toBeVisible();
  });

  it('leave the list one by one when the server says so', async () => {
    endsWell(phone);
    open();
    await screen.findByText('Chrome on Android');

    await press('End the session of Chrome on Android');

    await waitFor(() => expect(devices()).toEqual(['Firefox on Linux', 'Safari on macOS']));
    expect(ended).toEqual(['Chrome on Android']);
  });

  it('end all at once but this device', async () => {
    endsWell(phone);
    endsWell(laptop);
    open();
    await screen.findByText('Chrome on Android');

    await press('End all other sessions');

    await waitFor(() => expect(devices()).toEqual(['Firefox on Linux']));
    expect(ended).toEqual(['Chrome on Android', 'Safari on macOS']);
    expect(screen.queryByRole('button', { name: 'End all other sessions' })).toBeNull();
  });

  it('stay with the reason in words when the server fails', async () => {
    api.on(`DELETE /api/user/sessions/${phone._id}`, () => failure('It broke', 500));
    open();
    await screen.findByText('Chrome on Android');

    await press('End the session of Chrome on Android');

    expect(await part('Sessions').findByRole('alert')).toHaveTextContent('It broke');
    expect(devices()).toHaveLength(3);
  });

  it('leave the list too when they have ended by themselves', async () => {
    api.on(`DELETE /api/user/sessions/${phone._id}`, () => failure('Gone', 404));
    open();
    await screen.findByText('Chrome on Android');

    await press('End the session of Chrome on Android');

    await waitFor(() => expect(devices()).toHaveLength(2));
  });

  it('are fetched again with Retry', async () => {
    api.on(SESSIONS, () => failure('It broke', 500));
    open();
    expect(await part('Sessions').findByText('Failed to fetch sessions')).toBeVisible();

    api.on(SESSIONS, () => json([here]));
    await userEvent.click(part('Sessions').getByRole('button', { name: 'Retry' }));

    expect(await screen.findByText('Firefox on Linux')).toBeVisible();
  });
});

describe.each([
  ['muted', 'Muted fans', MUTED, 'mute', 'Unmute', 'You have muted nobody.'],
  ['blocked', 'Blocked fans', BLOCKED, 'block', 'Unblock', 'You have blocked nobody.'],
])('the %s fans', (_what, title, list, how, verb, none) => {
  it('are listed, and let back', async () => {
    api.on(list, () => json([priya]));
    open();
    await part(title).findByText('priya_raman', { selector: 'b' });
    api.on(`DELETE /api/user/${how}/${priya._id}`, () => {
      api.on(list, () => json([]));
      return new Response(null, { status: 204 });
    });

    await press(`${verb} priya_raman`);

    expect(await part(title).findByText(none)).toBeVisible();
  });

  it('stay with the reason in words when the server fails', async () => {
    api.on(list, () => json([priya]));
    api.on(`DELETE /api/user/${how}/${priya._id}`, () => failure('It broke', 500));
    open();
    await part(title).findByText('priya_raman', { selector: 'b' });

    await press(`${verb} priya_raman`);

    expect(await part(title).findByRole('alert')).toHaveTextContent('It broke');
    expect(part(title).getByText('priya_raman', { selector: 'b' })).toBeVisible();
  });

  it('are paged', async () => {
    api.on(list, () => page([priya], { next: '/next' }));
    api.on('GET /next', () => json([{ ...priya, _id: 'c'.repeat(24), username: 'diego' }]));
    open();

    await userEvent.click(await part(title).findByRole('button', { name: 'Show more' }));

    expect(await part(title).findByText('diego', { selector: 'b' })).toBeVisible();
    expect(part(title).queryByRole('button', { name: 'Show more' })).toBeNull();
  });
});

describe('the export', () => {
  let saved: { name: string; address: string }[];

  beforeEach(() => {
    saved = [];
    // What jsdom has not: addresses of blobs, and downloads.
    URL.createObjectURL = () => 'blob:export';
    URL.revokeObjectURL = () => undefined;
    jest.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (
      this: HTMLAnchorElement,
    ) {
      saved.push({ name: this.download, address: this.href });
    });
  });
  const zip = (body: BodyInit) =>
    new Response(body, {
      headers: { 'Content-Disposition': 'attachment; filename="kickoff-2026-11-21.zip"' },
    });

  it('is saved under the name that the server gives it', async () => {
    api.on(EXPORT, () => zip('bytes'));
    open();

    await press('Export my data');

    expect(await part('Your data').findByRole('status')).toHaveTextContent(
      'kickoff-2026-11-21.zip',
    );
    expect(saved).toEqual([{ name: 'kickoff-2026-11-21.zip', address: 'blob:export' }]);
  });

  it('tells how far it is, and can be cancelled', async () => {
    api.on(EXPORT, ({ signal }) =>
      zip(
        new ReadableStream<Uint8Array>({
          start: (bytes) => {
            bytes.enqueue(new Uint8Array(2_500_000));
            signal?.addEventListener('abort', () => bytes.error(new TypeError('aborted')));
          },
        }),
      ),
    );
    open();

    await press('Export my data');
    expect(await screen.findByText('2.5 MB so far')).toBeVisible();
    await press('Cancel');

    await waitFor(() => expect(screen.queryByText(/so far/)).toBeNull());
    expect(part('Your data').queryByRole('alert')).toBeNull();
    expect(saved).toEqual([]);
  });

  it.each([
    [
      'refused',
      () => failure('Too many requests. Please try again later.', 429),
      'Too many requests',
    ],
    [
      'cut short',
      () => zip(new ReadableStream({ start: (bytes) => bytes.error(new TypeError('cut')) })),
      'An error occurred',
    ],
  ])('says so where it is %s, and saves nothing', async (_what, answer, words) => {
    api.on(EXPORT, answer);
    open();

    await press('Export my data');

    expect(await part('Your data').findByRole('alert')).toHaveTextContent(words);
    expect(saved).toEqual([]);
  });
});

describe('the deletion of the account', () => {
  const askFor = async (password: string) => {
    open();
    await press('Delete my account');
    await userEvent.type(screen.getByLabelText('Password'), password);
    await press('Delete my account for good');
  };

  it('says what goes, and asks for the password first', async () => {
    open();
    expect(part('Leave KickOff').getByText(/posts, comments, likes, stories/)).toBeVisible();

    await press('Delete my account');

    expect(screen.getByLabelText('Password')).toHaveFocus();
    expect(api.sent(DELETE)).toEqual([]);
  });

  it('ends on the landing page, without a session', async () => {
    api.on(DELETE, () => json({ message: 'Your account has been deleted' }));

    await askFor('ninetyplus4');

    await waitFor(() => expect(location.pathname).toBe('/'));
    expect(sessionToken('fan')).toBeNull();
    expect(toasts).toEqual(['Your account has been deleted']);
    expect(api.sent(DELETE).map(({ body }) => body)).toEqual([{ password: 'ninetyplus4' }]);
  });

  it('takes what the fan was writing from the device, and from nobody else', async () => {
    const drafts = [me._id, priya._id].map((fan) => `kickoff:draft:${fan}:post`);
    for (const draft of drafts) {
      window.localStorage.setItem(draft, JSON.stringify({ text: 'Unsent', key: 'k' }));
    }
    api.on(DELETE, () => json({ message: 'Your account has been deleted' }));

    await askFor('ninetyplus4');

    await waitFor(() => expect(sessionToken('fan')).toBeNull());
    expect(drafts.map((draft) => window.localStorage.getItem(draft) !== null)).toEqual([
      false,
      true,
    ]);
  });

  it('says what is wrong and loses nothing that was typed', async () => {
    api.on(DELETE, () => failure('The current password is wrong', 403));

    await askFor('not-it');

    expect(await screen.findByRole('alert')).toHaveTextContent('The current password is wrong');
    expect(screen.getByLabelText('Password')).toHaveValue('not-it');
    expect(screen.getByLabelText('Password')).toHaveFocus();
    expect(sessionToken('fan')).toBe('token');
  });

  it('is called off with Cancel', async () => {
    open();
    await press('Delete my account');

    await press('Cancel');

    expect(screen.queryByLabelText('Password')).toBeNull();
    expect(api.sent(DELETE)).toEqual([]);
  });
});

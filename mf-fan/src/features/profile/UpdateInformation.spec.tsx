import { anOwnProfile, aPost } from '@kickoff/testing';
import { failure, fakeApi, json, later } from '@kickoff/testing/fake-api';
import {
  callApi,
  onToast,
  ServerState,
  startSession,
  useOwnProfile,
  useQuery,
  useQueryClient,
} from '@kickoff/web';
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';

import { collectedToasts } from '../../test/toasts';
import { UpdateInformation } from './UpdateInformation';

const PROFILE = 'GET /api/user/profile';
const POSTS = '/api/user/fposts';
const TEAMS = 'GET /api/football/teams';
const UPDATE = 'POST /api/user/update-profile';

const me = anOwnProfile({ fav_team1: 'Accra Lions', fav_player: 'Michael E.' });
const shownToasts = collectedToasts({ isShown: true });
let api: ReturnType<typeof fakeApi>;

beforeEach(() => {
  window.localStorage.clear();
  window.sessionStorage.clear();
  startSession('fan', 'token');
  api = fakeApi();
  api.on(PROFILE, () => json(me));
  api.on(TEAMS, () => json([]));
  api.on(`GET ${POSTS}`, () =>
    json([aPost({ user: { _id: me._id, username: me.username, profilePicture: '' } })]),
  );
});
afterEach(() => {
  jest.restoreAllMocks();
});

/** Other cached data that contains the fan. */
function Elsewhere() {
  const { data: fan } = useOwnProfile();
  const posts = useQuery({ queryKey: ['posts'], queryFn: () => callApi(POSTS, { as: 'fan' }) });
  const [post] = posts.data ?? [];
  return (
    <>
      <output aria-label="Top bar">{`${fan?.username ?? ''} ${fan?.profilePicture ?? ''}`}</output>
      <output aria-label="Post">{`${post?.user.username ?? ''} ${post?.user.profilePicture ?? ''}`}</output>
    </>
  );
}
const show = () =>
  render(
    <ServerState of="fan">
      <Elsewhere />
      <UpdateInformation />
    </ServerState>,
  );
const toggle = () => screen.getByRole('button', { name: 'Update Your Information' });
const open = async () => {
  show();
  await userEvent.click(toggle());
  await screen.findByRole('form', { name: 'Your information' });
};
const field = (label: string) => screen.getByLabelText(label);
const retype = async (label: string, text: string) => {
  await userEvent.clear(field(label));
  await userEvent.type(field(label), text);
};
const send = () => userEvent.click(screen.getByRole('button', { name: 'Update' }));

/** jsdom can neither read nor draw pictures. */
function withPictures() {
  const close = () => undefined;
  Object.assign(globalThis, {
    createImageBitmap: (file: File) =>
      file.type.startsWith('image/')
        ? Promise.resolve({ width: 800, height: 400, close })
        : Promise.reject(new Error('Not a picture')),
  });
  jest.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue(null);
  jest
    .spyOn(HTMLCanvasElement.prototype, 'toBlob')
    .mockImplementation((done) => done(new Blob(['cut'], { type: 'image/jpeg' })));
}
const aFile = (name: string, type: string) => new File(['bytes'], name, { type });

describe('UpdateInformation', () => {
  it('loads the profile when it opens, and closes by the same button', async () => {
    show();
    await waitFor(() => expect(api.sent(PROFILE)).toHaveLength(1));
    expect(toggle()).toHaveAttribute('aria-expanded', 'false');
    const profile = later(() => json({ ...me, phone: '+49 30 123456' }));
    api.on(PROFILE, profile.answer);

    await userEvent.click(toggle());
    expect(await screen.findByText('Loading...')).toBeVisible();
    profile.arrive();

    expect(await screen.findByLabelText('Phone')).toHaveValue('+49 30 123456');
    await userEvent.click(toggle());
    expect(screen.queryByLabelText('Phone')).toBeNull();
  });

  it("shows 'Failed to fetch user data', and loads on Retry", async () => {
    api.on(PROFILE, () => failure('It broke', 500));
    show();
    await userEvent.click(toggle());
    expect(await screen.findByText('Failed to fetch user data')).toBeVisible();

    api.on(PROFILE, () => json(me));
    await userEvent.click(screen.getByRole('button', { name: 'Retry' }));

    expect(await screen.findByLabelText('Username')).toHaveValue(me.username);
  });

  it('requires all fields but the picture, with validation', async () => {
    await open();

    expect(field('Email')).toHaveAttribute('type', 'email');
    expect(field('Phone')).toHaveAttribute('type', 'tel');
    for (const label of ['Username', 'Email', 'Phone', 'Favorite team', 'Favorite player']) {
      expect(field(label)).toBeRequired();
    }
    expect(field('Profile picture')).not.toBeRequired();
  });

  it('offers the clubs of the leagues as the favourite team', async () => {
    const club = { id: '1', shortName: 'Arsenal', tla: 'ARS', colors: ['#c8202f', '#ffffff'] };
    api.on(TEAMS, () => json([{ ...club, name: 'Arsenal', leagues: ['premier_league'] }]));
    await open();

    const list = field('Favorite team').getAttribute('list');

    await waitFor(() =>
      expect(document.getElementById(list ?? '')?.querySelector('option')).toHaveValue('Arsenal'),
    );
  });

  it("shows 'Profile updated successfully!' and updates the name everywhere", async () => {
    const toasts: string[] = [];
    const stop = onToast(
      ({ text }) => toasts.push(text),
      () => undefined,
    );
    const updated = { ...me, username: 'marta.o', profilePicture: 'new.webp' };
    api.on(UPDATE, () => json({ user: updated }));
    await open();

    await retype('Username', 'marta.o');
    await retype('Favorite team', 'Arsenal');
    await send();

    await waitFor(() => expect(toasts).toEqual(['Profile updated successfully!']));
    stop();
    expect(screen.getByLabelText('Top bar')).toHaveTextContent('marta.o new.webp');
    expect(screen.getByLabelText('Post')).toHaveTextContent('marta.o new.webp');
    expect(toggle()).toHaveFocus();
    const [sent] = api.sent(UPDATE);
    expect(
      ['username', 'email', 'phone', 'fav_team1', 'fav_player'].map((name) => sent?.field(name)),
    ).toEqual(['marta.o', me.email, me.phone, 'Arsenal', me.fav_player]);
  });

  it('shows a rejection beside the form, focuses its field and preserves the typed text', async () => {
    api.on(UPDATE, () => failure('Username already taken', 409, 'username'));
    await open();

    await retype('Username', 'taken.name');
    await send();

    expect(await screen.findByRole('alert')).toHaveTextContent('Username already taken');
    expect(field('Username')).toHaveValue('taken.name');
    expect(field('Username')).toHaveFocus();
    expect(field('Username')).toBeInvalid();
    expect(field('Username')).toHaveAccessibleDescription('Username already taken');
    expect(field('Email')).toBeValid();
  });

  it('requires the current password when the email differs, and sends it', async () => {
    api.on(UPDATE, () => json({ user: { ...me, email: 'marta.new@fans.example' } }));
    await open();
    await retype('Email', ` ${me.email.toUpperCase()} `);
    expect(screen.queryByLabelText('Current password')).toBeNull();

    await retype('Email', 'marta.new@fans.example');
    expect(field('Current password')).toBeRequired();
    expect(field('Current password')).toHaveAccessibleDescription('Needed to change your email');
    await userEvent.type(field('Current password'), 'ninetyplus4');
    await send();

    await waitFor(() => expect(toggle()).toHaveAttribute('aria-expanded', 'false'));
    const [sent] = api.sent(UPDATE);
    expect(sent?.field('email')).toBe('marta.new@fans.example');
    expect(sent?.field('currentPassword')).toBe('ninetyplus4');
  });

  it('sends no password for an unchanged email', async () => {
    api.on(UPDATE, () => json({ user: me }));
    await open();

    await retype('Favorite player', 'Bukayo Saka');
    await send();

    await waitFor(() => expect(api.sent(UPDATE)).toHaveLength(1));
    expect(api.sent(UPDATE)[0]?.field('currentPassword')).toBe('');
  });

  it('focuses the current password when it is wrong, and stores it nowhere', async () => {
    api.on(UPDATE, () => failure('The current password is wrong', 403));
    await open();
    await retype('Email', 'marta.new@fans.example');
    await userEvent.type(field('Current password'), 'not-this-one');

    await send();

    const alert = await screen.findByRole('alert');
    expect(alert).toHaveTextContent('The current password is wrong');
    // At its field, because the end of the form may be off-screen.
    expect(alert.previousElementSibling).toContainElement(
      screen.getByLabelText('Current password'),
    );
    expect(field('Current password')).toHaveFocus();
    expect(field('Current password')).toBeInvalid();
    expect(field('Email')).toHaveValue('marta.new@fans.example');
    expect(JSON.stringify(Object.entries(window.localStorage))).not.toContain('not-this-one');
  });

  it('preserves the typed text when it is closed and reopened', async () => {
    await open();
    await retype('Favorite player', 'Bukayo Saka');

    await userEvent.click(toggle());
    await userEvent.click(toggle());

    expect(await screen.findByLabelText('Favorite player')).toHaveValue('Bukayo Saka');
    expect(field('Username')).toHaveValue(me.username);
  });

  it('preserves unsaved text over a reload and drops it once saved', async () => {
    api.on(UPDATE, () => json({ user: { ...me, fav_player: 'Bukayo Saka' } }));
    const view = show();
    await userEvent.click(toggle());
    await screen.findByLabelText('Favorite player');
    await retype('Favorite player', 'Bukayo Saka');
    view.unmount();

    await open();
    expect(field('Favorite player')).toHaveValue('Bukayo Saka');
    await send();

    await waitFor(() => expect(screen.queryByRole('form')).toBeNull());
    expect(Object.keys(window.localStorage).filter((key) => key.includes(':profile:'))).toEqual([]);
  });

  it('shows an error toast when saving fails after it was closed, until it is saved again', async () => {
    const late = later(() => failure('Not now', 503));
    api.on(UPDATE, late.answer);
    await open();
    await retype('Favorite player', 'Bukayo Saka');
    await send();
    await userEvent.click(toggle());
    late.arrive();
    const text = 'Your information is not updated: Not now';
    await waitFor(() => expect(shownToasts).toEqual([{ kind: 'error', text }]));

    api.on(UPDATE, () => json({ user: { ...me, fav_player: 'Bukayo Saka' } }));
    await userEvent.click(toggle());
    expect(await screen.findByLabelText('Favorite player')).toHaveValue('Bukayo Saka');
    await send();

    const success = { kind: 'ok', text: 'Profile updated successfully!' };
    await waitFor(() => expect(shownToasts).toEqual([success]));
  });

  it('leaves a list stale that was to be fetched on its next visit', async () => {
    function Page() {
      const queries = useQueryClient();
      const [isAway, setAway] = useState(false);
      const leave = () => {
        void queries.invalidateQueries({ queryKey: ['posts'], refetchType: 'none' });
        setAway(true);
      };
      return (
        <>
          {isAway ? null : <Elsewhere />}
          <button onClick={leave}>Leave</button>
          <button onClick={() => setAway(false)}>Come back</button>
          <UpdateInformation />
        </>
      );
    }
    api.on(UPDATE, () => json({ user: me }));
    render(
      <ServerState of="fan">
        <Page />
      </ServerState>,
    );
    await waitFor(() => expect(api.sent(`GET ${POSTS}`)).toHaveLength(1));
    await userEvent.click(screen.getByRole('button', { name: 'Leave' }));
    await userEvent.click(toggle());
    await screen.findByLabelText('Username');
    await send();
    await waitFor(() => expect(toggle()).toHaveAttribute('aria-expanded', 'false'));

    await userEvent.click(screen.getByRole('button', { name: 'Come back' }));

    await waitFor(() => expect(api.sent(`GET ${POSTS}`)).toHaveLength(2));
  });

  it('saves once however often the button is pressed', async () => {
    const answer = later(() => json({ user: me }));
    api.on(UPDATE, answer.answer);
    await open();

    await send();
    await send();
    answer.arrive();

    await waitFor(() => expect(toggle()).toHaveAttribute('aria-expanded', 'false'));
    expect(api.sent(UPDATE)).toHaveLength(1);
  });
});

describe('The picture of the profile form', () => {
  beforeEach(withPictures);

  it('is cropped by keyboard-operable sliders and sent with the fields', async () => {
    api.on(UPDATE, () => json({ user: me }));
    await open();

    await userEvent.upload(field('Profile picture'), aFile('me.png', 'image/png'));
    expect(await screen.findByRole('img', { name: 'Your new profile picture' })).toBeVisible();
    expect(field('Profile picture')).toHaveProperty('files.0.name', 'me.png');
    expect(screen.getByRole('slider', { name: 'Zoom' })).toHaveValue('1');
    await send();

    await waitFor(() => expect(api.sent(UPDATE)).toHaveLength(1));
    expect(api.sent(UPDATE)[0]?.file('profilePicture')?.type).toBe('image/jpeg');
  });

  it('can be removed before it is sent', async () => {
    api.on(UPDATE, () => json({ user: me }));
    await open();
    await userEvent.upload(field('Profile picture'), aFile('me.png', 'image/png'));

    await userEvent.click(await screen.findByRole('button', { name: 'Remove picture' }));
    expect(field('Profile picture')).toHaveProperty('files.length', 0);
    await send();

    await waitFor(() => expect(api.sent(UPDATE)).toHaveLength(1));
    expect(api.sent(UPDATE)[0]?.file('profilePicture')).toBeUndefined();
  });

  it('is rejected by name when it cannot be read', async () => {
    await open();

    const user = userEvent.setup({ applyAccept: false });
    await user.upload(field('Profile picture'), aFile('notes.txt', 'text/plain'));

    expect(await screen.findByRole('alert')).toHaveTextContent('“notes.txt” is not a picture');
  });
});

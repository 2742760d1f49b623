import type { FriendProfile } from '@kickoff/contracts';
import { failure, json } from '@kickoff/testing/fake-api';
import { onToast } from '@kickoff/web';
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';

import { button, findButton } from '../test/buttons';
import { hana, me, myself } from '../test/fans';
import { type PostServer, servePost } from '../test/post-page';
import { collectedToasts } from '../test/toasts';

const done = () => new Response(null, { status: 204 });

const profile = (overrides: Partial<FriendProfile> = {}): FriendProfile => ({
  ...hana,
  fav_team1: '',
  fav_player: '',
  friendsCount: 0,
  followersCount: 0,
  postsCount: 1,
  createdAt: '2026-08-01T12:00:00.000Z',
  following: false,
  muted: false,
  ...overrides,
});

let server: PostServer;

beforeEach(() => {
  server = servePost();
});
afterEach(() => {
  jest.restoreAllMocks();
});

describe('PostMenu', () => {
  const toasts = collectedToasts();
  const shownToasts = collectedToasts({ isShown: true });
  const PROFILE = 'GET /api/user/friend-profile/hana.sato';
  const SAVED = (method: string) => `${method} ${server.path('/saved')}`;
  const openMenu = async () => {
    await userEvent.click(await findButton('Post options'));
    await screen.findByRole('menu', { name: 'Post options' });
  };
  const choose = async (item: string) => {
    await openMenu();
    await userEvent.click(await screen.findByRole('menuitem', { name: item }));
  };

  it("copies the post's link", async () => {
    const user = userEvent.setup();
    server.open();

    await user.click(await findButton('Post options'));
    await user.click(await screen.findByRole('menuitem', { name: 'Copy link' }));

    await waitFor(() => expect(toasts).toEqual([{ kind: 'ok', text: 'Link copied' }]));
    expect(await navigator.clipboard.readText()).toBe(`http://localhost/p/${server.post()._id}`);
    expect(button('Post options')).toHaveFocus();
  });

  it('withdraws the error of a refused copy when it is copied again', async () => {
    const user = userEvent.setup();
    const copy = jest.spyOn(navigator.clipboard, 'writeText').mockRejectedValue(new Error('no'));
    server.open();
    const copyLink = async () => {
      await user.click(await findButton('Post options'));
      await user.click(await screen.findByRole('menuitem', { name: 'Copy link' }));
    };
    await copyLink();
    const text = 'Your browser does not allow copying here.';
    await waitFor(() => expect(shownToasts).toEqual([{ kind: 'error', text }]));

    copy.mockRestore();
    await copyLink();

    await waitFor(() => expect(shownToasts).toEqual([{ kind: 'ok', text: 'Link copied' }]));
  });

  it('withdraws the error of a failed share when it is shared again', async () => {
    const share = jest.fn<() => Promise<void>>().mockRejectedValueOnce(new Error('no'));
    Object.assign(navigator, { share });
    server.open();
    await choose('Share');
    const text = 'This post could not be shared.';
    await waitFor(() => expect(shownToasts).toEqual([{ kind: 'error', text }]));

    share.mockResolvedValue();
    await choose('Share');

    expect(share).toHaveBeenCalledTimes(2);
    expect(shownToasts).toEqual([]);
    Reflect.deleteProperty(navigator, 'share');
  });

  it("shares with the device's share sheet", async () => {
    const shared: ShareData[] = [];
    Object.assign(navigator, { share: (data: ShareData) => Promise.resolve(shared.push(data)) });
    server.open();

    await choose('Share');

    expect(shared).toEqual([
      { title: 'Post of hana.sato', url: `http://localhost/p/${server.post()._id}` },
    ]);
    Reflect.deleteProperty(navigator, 'share');
  });

  it('offers sharing only on a device with a share sheet', async () => {
    server.open();

    await openMenu();

    expect(screen.queryByRole('menuitem', { name: 'Share' })).toBeNull();
  });

  it('saves the post and removes it from the saved posts', async () => {
    server.on(SAVED('PUT'), done);
    server.on(SAVED('DELETE'), done);
    server.open();

    await choose('Save');
    await waitFor(() => expect(toasts.at(-1)).toEqual({ kind: 'ok', text: 'Saved' }));
    await choose('Remove from saved');

    await waitFor(() => expect(toasts.at(-1)).toEqual({ kind: 'ok', text: 'Removed from saved' }));
    expect(server.writes().map(({ call }) => call)).toEqual([SAVED('PUT'), SAVED('DELETE')]);
  });

  it('offers to save again with the reason when saving fails', async () => {
    const reason = 'You have saved 10,000 posts';
    server.on(SAVED('PUT'), () => failure(reason, 409));
    server.open();

    await choose('Save');

    await waitFor(() => expect(toasts).toEqual([{ kind: 'error', text: reason }]));
    await openMenu();
    expect(screen.getByRole('menuitem', { name: 'Save' })).toBeVisible();
  });

  it('withdraws the error of saving with the next attempt', async () => {
    const errors = new Set<string>();
    const stop = onToast(
      ({ kind, text }) => kind === 'error' && errors.add(text),
      ({ text }) => errors.delete(text),
    );
    server.on(SAVED('PUT'), () => failure('Not now', 503));
    server.open();
    await choose('Save');
    await waitFor(() => expect([...errors]).toEqual(['Not now']));

    server.on(SAVED('PUT'), done);
    await choose('Save');

    await waitFor(() => expect(toasts.at(-1)).toEqual({ kind: 'ok', text: 'Saved' }));
    expect([...errors]).toEqual([]);
    stop();
  });

  it('follows the author', async () => {
    server.on(PROFILE, () => json(profile()));
    server.on(`POST /api/user/follow/${hana._id}`, () => json({ success: true }));
    server.open();

    await choose('Follow');

    await waitFor(() => expect(toasts).toEqual([{ kind: 'ok', text: 'You follow hana.sato' }]));
  });

  it('unfollows an author that the reader follows', async () => {
    server.on(PROFILE, () => json(profile({ following: true })));
    server.on(`DELETE /api/user/follow/${hana._id}`, done);
    server.open();

    await choose('Unfollow');

    await waitFor(() =>
      expect(toasts).toEqual([{ kind: 'ok', text: 'You no longer follow hana.sato' }]),
    );
  });

  it('mutes the author', async () => {
    server.on(PROFILE, () => json(profile()));
    server.on(`POST /api/user/mute/${hana._id}`, done);
    server.open();

    await choose('Mute');

    await waitFor(() => expect(toasts).toEqual([{ kind: 'ok', text: 'hana.sato is muted' }]));
  });

  it('blocks the author after a confirmation', async () => {
    server.on(`POST /api/user/block/${hana._id}`, done);
    server.open();

    await choose('Block');
    expect(await screen.findByRole('alertdialog', { name: 'Block hana.sato?' })).toBeVisible();
    await userEvent.click(button('Block'));

    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
    expect(server.sent(`POST /api/user/block/${hana._id}`)).toHaveLength(1);
  });

  it('does not offer to edit an own post that has votes', async () => {
    const endsAt = '2026-11-30T12:00:00.000Z';
    const options = [
      { text: 'Yes', count: 1 },
      { text: 'No', count: 0 },
    ];
    server.has({ user: myself, poll: { options, total: 1, endsAt, ended: false } });
    server.open();
    await screen.findByRole('link', { name: me.username });
    await waitFor(() => expect(server.sent('GET /api/user/profile')).toHaveLength(1));

    await openMenu();

    expect(screen.getByRole('menuitem', { name: 'Delete' })).toBeVisible();
    expect(screen.queryByRole('menuitem', { name: 'Edit' })).toBeNull();
  });
});

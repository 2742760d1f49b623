import { feedAddress } from '@kickoff/contracts';
import { aPost } from '@kickoff/testing';
import { failure, type fakeApi, json, later, page } from '@kickoff/testing/fake-api';
import { fakeLive } from '@kickoff/testing/fake-live';
import { OWN_PROFILE_KEY } from '@kickoff/web';
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { act, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';

import { me } from '../../test/fans';
import { openHome, PROFILE, serveHome } from '../../test/home-page';

const SETTINGS = 'PATCH /api/user/settings';
const EVERYONE = `GET ${feedAddress('everyone')}`;
const FOLLOWING = `GET ${feedAddress('following')}`;

let api: ReturnType<typeof fakeApi>;

beforeEach(() => {
  fakeLive();
  document.cookie = 'kickoff_feed=; path=/; max-age=0';
  api = serveHome();
  api.on(SETTINGS, () => json({ ...me.settings, feed: 'following' }));
  api.on(EVERYONE, () => json([aPost({ text: 'By anyone' })]));
  api.on(FOLLOWING, () => json([aPost({ text: 'By a friend' })]));
});
afterEach(() => {
  jest.restoreAllMocks();
});

const choice = (name: string) => screen.findByRole('button', { name });

describe('The feed scope', () => {
  it('is everyone until the fan chooses followed fans', async () => {
    openHome();
    await screen.findByText('By anyone');

    await userEvent.click(await choice('Following'));

    expect(await screen.findByText('By a friend')).toBeVisible();
    expect(screen.queryByText('By anyone')).toBeNull();
    expect(await choice('Following')).toHaveAttribute('aria-pressed', 'true');
    expect(api.sent(SETTINGS)).toHaveLength(1);
  });

  it('is taken from the settings on a new device', async () => {
    api.on(PROFILE, () => json({ ...me, settings: { ...me.settings, feed: 'following' } }));

    openHome();

    expect(await screen.findByText('By a friend')).toBeVisible();
    await waitFor(() => expect(document.cookie).toContain('kickoff_feed=following'));
  });

  it('reverts with the reason beside it when the choice cannot be stored, until the next one', async () => {
    api.on(SETTINGS, () => failure('Settings are closed for today', 500));
    openHome();
    await screen.findByText('By anyone');

    await userEvent.click(await choice('Following'));
    expect(await screen.findByRole('alert')).toHaveTextContent('Settings are closed for today');
    expect(await screen.findByText('By anyone')).toBeVisible();
    api.on(SETTINGS, () => json({ ...me.settings, feed: 'following' }));
    await userEvent.click(await choice('Following'));

    expect(await screen.findByText('By a friend')).toBeVisible();
    expect(screen.queryByRole('alert')).toBeNull();
  });

  it('is stored in the order of the choices', async () => {
    const first = later(() => json({ ...me.settings, feed: 'following' }));
    api.on(SETTINGS, first.answer);
    openHome();
    await screen.findByText('By anyone');
    await userEvent.click(await choice('Following'));
    api.on(SETTINGS, () => json({ ...me.settings, feed: 'everyone' }));

    await userEvent.click(await choice('Everyone'));
    const sentAtOnce = api.sent(SETTINGS).length;
    await act(async () => {
      first.arrive();
      await Promise.resolve();
    });

    await waitFor(() =>
      expect(api.sent(SETTINGS).map(({ body }) => body)).toEqual([
        { feed: 'following' },
        { feed: 'everyone' },
      ]),
    );
    expect(sentAtOnce).toBe(1);
    expect(await choice('Everyone')).toHaveAttribute('aria-pressed', 'true');
  });

  it('is not fetched before the profile has loaded', async () => {
    const profile = later(() => json(me));
    api.on(PROFILE, profile.answer);
    openHome();
    await waitFor(() => expect(api.sent(PROFILE)).toHaveLength(1));
    expect(screen.queryByRole('heading', { name: 'Latest' })).toBeNull();
    expect(screen.queryByText('By anyone')).toBeNull();

    await act(async () => {
      profile.arrive();
      await Promise.resolve();
    });

    expect(await screen.findByRole('heading', { name: 'Latest' })).toBeVisible();
    expect(await screen.findByText('By anyone')).toBeVisible();
  });

  it('broadcasts an invalidation to other tabs after a change', async () => {
    const received: unknown[] = [];
    const otherTab = new BroadcastChannel('kickoff-stale-fan');
    otherTab.addEventListener('message', ({ data }) => received.push(data));
    openHome();
    await screen.findByText('By anyone');

    await userEvent.click(await choice('Following'));

    await waitFor(() => expect(received).toContainEqual([OWN_PROFILE_KEY]));
  });

  it('fetches each list once', async () => {
    openHome();
    await screen.findByText('By anyone');
    await userEvent.click(await choice('Following'));
    await screen.findByText('By a friend');

    await userEvent.click(await choice('Everyone'));

    await screen.findByText('By anyone');
    expect(api.sent(EVERYONE)).toHaveLength(1);
  });

  it('suggests everyone if followed fans have no posts', async () => {
    api.on(FOLLOWING, () => json([]));
    openHome();
    await userEvent.click(await choice('Following'));
    await screen.findByText('No posts by the fans you follow yet.');

    await userEvent.click(await choice('Show everyone’s posts'));

    expect(await screen.findByText('By anyone')).toBeVisible();
  });

  it('continues past an empty page', async () => {
    const next = '/api/pt/posts?cursor=next';
    api.on(EVERYONE, () => page([], { next }));
    api.on(`GET ${next}`, () => json([aPost({ text: 'Older' })]));
    openHome();

    await userEvent.click(await screen.findByRole('button', { name: 'Show more posts' }));

    expect(await screen.findByText('Older')).toBeVisible();
  });
});

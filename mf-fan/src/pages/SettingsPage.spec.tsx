import type { FanSettings } from '@kickoff/contracts';
import { failure, type fakeApi, json, later, page } from '@kickoff/testing/fake-api';
import { fakeLive } from '@kickoff/testing/fake-live';
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';

import { POST_LISTS_KEY } from '../features/posts/api/post-pages';
import { press } from '../test/buttons';
import { me, priya } from '../test/fans';
import { BLOCKED, MUTED, openSettings, part, PROFILE, serveSettings } from '../test/settings-page';

const SETTINGS = 'PATCH /api/user/settings';

let server: ReturnType<typeof fakeApi>;

beforeEach(() => {
  fakeLive();
  server = serveSettings();
});
afterEach(() => {
  jest.restoreAllMocks();
});

describe('Preferences', () => {
  const settled = (change: Partial<FanSettings>) => () => json({ ...me.settings, ...change });
  const theme = async (name: string) => {
    const group = await screen.findByRole('group', { name: 'Theme' });
    return within(group).getByRole('button', { name });
  };

  it('apply a choice immediately and send only that field', async () => {
    const answer = later(settled({ theme: 'dark' }));
    server.on(SETTINGS, answer.answer);
    openSettings();

    await userEvent.click(await theme('Dark'));

    expect(await theme('Dark')).toHaveAttribute('aria-pressed', 'true');
    expect(await theme('System')).toHaveAttribute('aria-pressed', 'false');
    expect(server.sent(SETTINGS).map(({ body }) => body)).toEqual([{ theme: 'dark' }]);
    await act(async () => {
      answer.arrive();
      await Promise.resolve();
    });
  });

  it("show 'Saved' after each choice", async () => {
    server.on(SETTINGS, settled({ hideContact: true }));
    openSettings();

    await userEvent.click(await screen.findByRole('checkbox', { name: 'Hide my contact data' }));

    expect(await part('Look and privacy').findByText('Saved')).toBeVisible();
  });

  it('revert a rejected choice with the reason', async () => {
    server.on(SETTINGS, () => failure('Not today', 500));
    openSettings();

    await userEvent.click(await theme('Light'));

    expect(await screen.findByRole('alert')).toHaveTextContent('Not today');
    expect(await theme('System')).toHaveAttribute('aria-pressed', 'true');
  });

  it('store the last of two quick choices', async () => {
    const first = later(settled({ theme: 'dark' }));
    server.on(SETTINGS, first.answer);
    openSettings();
    await userEvent.click(await theme('Dark'));
    server.on(SETTINGS, settled({ theme: 'light' }));

    await userEvent.click(await theme('Light'));
    const sentAtOnce = server.sent(SETTINGS).length;
    await act(async () => {
      first.arrive();
      await Promise.resolve();
    });

    await waitFor(() =>
      expect(server.sent(SETTINGS).map(({ body }) => body)).toEqual([
        { theme: 'dark' },
        { theme: 'light' },
      ]),
    );
    expect(sentAtOnce).toBe(1);
    expect(await theme('Light')).toHaveAttribute('aria-pressed', 'true');
  });

  it('send choices of several controls in order', async () => {
    const first = later(settled({ theme: 'dark' }));
    server.on(SETTINGS, first.answer);
    openSettings();
    await userEvent.click(await theme('Dark'));

    await userEvent.click(await screen.findByRole('checkbox', { name: 'Hide my contact data' }));
    const sentAtOnce = server.sent(SETTINGS).length;
    await act(async () => {
      first.arrive();
      await Promise.resolve();
    });

    await waitFor(() => expect(server.sent(SETTINGS)).toHaveLength(2));
    expect(sentAtOnce).toBe(1);
  });

  it('revert only the rejected choice', async () => {
    const refused = later(() => failure('Not today', 500));
    server.on(SETTINGS, refused.answer);
    openSettings();
    await userEvent.click(await theme('Dark'));
    server.on(SETTINGS, settled({ theme: 'dark', hideContact: true }));
    await userEvent.click(await screen.findByRole('checkbox', { name: 'Hide my contact data' }));

    await act(async () => {
      refused.arrive();
      await Promise.resolve();
    });

    expect(await screen.findByRole('alert')).toHaveTextContent('Not today');
    expect(await theme('System')).toHaveAttribute('aria-pressed', 'true');
    expect(screen.getByRole('checkbox', { name: 'Hide my contact data' })).toBeChecked();
  });

  it('hide the contact data', async () => {
    server.on(SETTINGS, settled({ hideContact: true }));
    openSettings();
    const box = await screen.findByRole('checkbox', { name: 'Hide my contact data' });
    expect(box).not.toBeChecked();

    await userEvent.click(box);

    expect(box).toBeChecked();
    expect(server.sent(SETTINGS).map(({ body }) => body)).toEqual([{ hideContact: true }]);
  });

  it('switch off one kind of notifications only', async () => {
    const { notifications } = me.settings;
    server.on(SETTINGS, settled({ notifications: { ...notifications, like: false } }));
    openSettings();
    const kinds = part('Notifications');
    expect(await kinds.findAllByRole('checkbox', { checked: true })).toHaveLength(9);

    await userEvent.click(kinds.getByRole('checkbox', { name: 'Likes of my posts' }));

    expect(kinds.getByRole('checkbox', { name: 'Likes of my posts' })).not.toBeChecked();
    expect(kinds.getAllByRole('checkbox', { checked: true })).toHaveLength(8);
    expect(server.sent(SETTINGS).map(({ body }) => body)).toEqual([
      { notifications: { like: false } },
    ]);
  });

  it('revert a rejected kind of notifications only', async () => {
    const refused = later(() => failure('Not today', 500));
    server.on(SETTINGS, refused.answer);
    openSettings();
    const kinds = part('Notifications');
    const likes = await kinds.findByRole('checkbox', { name: 'Likes of my posts' });
    await userEvent.click(likes);
    server.on(SETTINGS, settled({}));
    await userEvent.click(kinds.getByRole('checkbox', { name: 'New followers' }));

    await act(async () => {
      refused.arrive();
      await Promise.resolve();
    });

    expect(await kinds.findByRole('alert')).toHaveTextContent('Not today');
    expect(likes).toBeChecked();
    expect(kinds.getByRole('checkbox', { name: 'New followers' })).not.toBeChecked();
  });

  it("set the feed's initial scope", async () => {
    server.on(SETTINGS, settled({ feed: 'following' }));
    openSettings();
    const group = within(await screen.findByRole('group', { name: 'Feed' }));

    await userEvent.click(group.getByRole('button', { name: 'Following' }));

    await waitFor(() =>
      expect(server.sent(SETTINGS).map(({ body }) => body)).toEqual([{ feed: 'following' }]),
    );
  });

  it("show 'Failed to fetch user data', and load on Retry", async () => {
    server.on(PROFILE, () => failure('It broke', 500));
    openSettings();
    const region = part('Look and privacy');
    expect(await region.findByRole('alert')).toHaveTextContent('Failed to fetch user data');

    server.on(PROFILE, () => json(me));
    await userEvent.click(region.getByRole('button', { name: 'Retry' }));

    expect(await theme('System')).toBeVisible();
  });
});

describe.each([
  ['muted', 'Muted fans', MUTED, 'mute', 'Unmute', 'You have muted nobody.'],
  ['blocked', 'Blocked fans', BLOCKED, 'block', 'Unblock', 'You have blocked nobody.'],
])('The list of %s fans', (_what, title, list, how, verb, none) => {
  it('shows the fans and unrestricts them', async () => {
    server.on(list, () => json([priya]));
    openSettings();
    await part(title).findByText('priya_raman', { selector: 'b' });
    server.on(`DELETE /api/user/${how}/${priya._id}`, () => {
      server.on(list, () => json([]));
      return new Response(null, { status: 204 });
    });

    await press(`${verb} priya_raman`);

    expect(await part(title).findByText(none)).toBeVisible();
  });

  it('broadcasts an invalidation to other tabs after a change', async () => {
    const received: unknown[] = [];
    const otherTab = new BroadcastChannel('kickoff-stale-fan');
    otherTab.addEventListener('message', ({ data }) => received.push(data));
    server.on(list, () => json([priya]));
    server.on(`DELETE /api/user/${how}/${priya._id}`, () => new Response(null, { status: 204 }));
    openSettings();
    await part(title).findByText('priya_raman', { selector: 'b' });

    await press(`${verb} priya_raman`);

    await waitFor(() => expect(received.flat()).toContainEqual(['kept-away']));
    expect(received.flat()).toContainEqual(POST_LISTS_KEY);
  });

  it('shows the reason and the fan when the server fails', async () => {
    server.on(list, () => json([priya]));
    server.on(`DELETE /api/user/${how}/${priya._id}`, () => failure('It broke', 500));
    openSettings();
    await part(title).findByText('priya_raman', { selector: 'b' });

    await press(`${verb} priya_raman`);

    expect(await part(title).findByRole('alert')).toHaveTextContent('It broke');
    expect(part(title).getByText('priya_raman', { selector: 'b' })).toBeVisible();
  });

  it('loads more pages', async () => {
    server.on(list, () => page([priya], { next: '/next' }));
    server.on('GET /next', () => json([{ ...priya, _id: 'd'.repeat(24), username: 'diego' }]));
    openSettings();

    await userEvent.click(await part(title).findByRole('button', { name: 'Show more' }));

    expect(await part(title).findByText('diego', { selector: 'b' })).toBeVisible();
    expect(part(title).queryByRole('button', { name: 'Show more' })).toBeNull();
  });
});

import { MESSAGES, NETWORK_FAILURE, type Post } from '@kickoff/contracts';
import { anOwnProfile, aPost } from '@kickoff/testing';
import { failure, type fakeApi, json, later } from '@kickoff/testing/fake-api';
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';

import { findButton, press } from '../test/buttons';
import { hana, me, myself } from '../test/fans';
import {
  FEED,
  openHome,
  posts,
  PROFILE,
  serveHome,
  shownTexts,
  SUGGESTIONS,
} from '../test/home-page';

const CREATE = 'POST /api/pt/posts';

let server: ReturnType<typeof fakeApi>;

beforeEach(() => {
  server = serveHome();
});
afterEach(() => {
  jest.restoreAllMocks();
});

const toggle = () => screen.findByRole('button', { name: 'Post Your Content' });
const openBox = () => screen.findByRole('textbox', { name: 'Your post' });
const textBox = () => screen.getByRole('textbox', { name: 'Your post' });
const send = () => screen.getByRole('button', { name: 'Post' });
const keysOf = (call: string) =>
  server.sent(call).map(({ headers }) => headers.get('Idempotency-Key') ?? '');

describe('PostComposer', () => {
  const published = (text: string): Post => aPost({ text, user: myself });

  beforeEach(() => {
    server.on(FEED, () => json([aPost({ text: 'Before' })]));
    server.on(CREATE, ({ field }) => json(published(field('text'))));
  });
  const write = async (text: string) => {
    if (!screen.queryByRole('textbox')) await userEvent.click(await toggle());
    fireEvent.change(await openBox(), { target: { value: text } });
  };

  it('is hidden until opened and preserves the text when closed', async () => {
    openHome();
    expect(await toggle()).toHaveAttribute('aria-expanded', 'false');
    expect(screen.queryByRole('textbox')).toBeNull();

    await userEvent.click(await toggle());
    expect(await openBox()).toHaveFocus();
    await userEvent.keyboard('Half a thought');
    await userEvent.click(await toggle());
    expect(screen.queryByRole('textbox')).toBeNull();

    await userEvent.click(await toggle());
    expect(await openBox()).toHaveValue('Half a thought');
  });

  it('prepends the new post at once, closes and clears', async () => {
    openHome();
    await screen.findByText('Before');
    const askedBefore = server.sent(FEED).length;

    await write('What a goal');
    await userEvent.click(send());

    await posts().findByText('What a goal');
    expect(shownTexts()).toEqual(['What a goal', 'Before']);
    expect(server.sent(FEED)).toHaveLength(askedBefore);
    expect(screen.queryByRole('textbox')).toBeNull();
    await userEvent.click(await toggle());
    expect(await openBox()).toHaveValue('');
  });

  it('leaves the feed of followed fans to be fetched after a follow', async () => {
    const FOLLOWING = `${FEED}&scope=following`;
    server.on(FOLLOWING, () => json([]));
    server.on('PATCH /api/user/settings', () => json(me.settings));
    server.on(SUGGESTIONS, () => json([hana]));
    server.on(`POST /api/user/follow/${hana._id}`, () => json({ success: true }));
    openHome();
    await userEvent.click(await findButton('Following'));
    await waitFor(() => expect(server.sent(FOLLOWING)).toHaveLength(1));
    await press('Everyone');
    await userEvent.click(await findButton(`Follow ${hana.username}`));
    await screen.findByText(`You follow ${hana.username} now`);
    await write('What a goal');
    await press('Post');
    await posts().findByText('What a goal');

    await press('Following');

    await waitFor(() => expect(server.sent(FOLLOWING)).toHaveLength(2));
  });

  it('publishes on Ctrl+Enter; Enter alone starts a line', async () => {
    server.on(CREATE, () => json(published('Two\nlines')));
    openHome();
    await write('Two');

    await userEvent.type(textBox(), '{Enter}lines');
    expect(textBox()).toHaveValue('Two\nlines');
    expect(server.sent(CREATE)).toEqual([]);
    await userEvent.keyboard('{Control>}{Enter}{/Control}');

    await posts().findByText(/^Two/);
    expect(server.sent(CREATE)).toHaveLength(1);
  });

  it('shows a post once when its first response was lost and the feed contains it', async () => {
    const arrived = published('Twice?');
    server.on(FEED, () => json([arrived]));
    server.on(CREATE, () => json(arrived));
    openHome();
    await screen.findByText('Twice?');

    await write('Twice?');
    await userEvent.click(send());

    await waitFor(() => expect(screen.queryByRole('textbox')).toBeNull());
    expect(shownTexts()).toEqual(['Twice?']);
  });

  it.each(['', ' \n\t ', '\u200b'])('rejects %j with a message and no request', async (text) => {
    openHome();
    await write(text);

    await userEvent.click(send());

    expect(screen.getByRole('alert')).toHaveTextContent(MESSAGES.emptyPost);
    expect(textBox()).toHaveAccessibleDescription(MESSAGES.emptyPost);
    expect(textBox()).toHaveFocus();
    expect(server.sent(CREATE)).toEqual([]);
  });

  it('counts characters, not UTF-16 units, near the limit and rejects a longer text', async () => {
    openHome();
    await write('⚽'.repeat(19_000));
    expect(screen.getByText('1,000 characters left')).toBeVisible();
    await write('😀'.repeat(19_999));
    expect(screen.getByText('1 character left')).toBeVisible();
    await write('😀'.repeat(20_001));
    expect(screen.getByText('1 character too many')).toBeVisible();

    await userEvent.click(send());

    expect(screen.getByRole('alert')).toHaveTextContent('at most 20,000 characters');
    expect(server.sent(CREATE)).toEqual([]);
  });

  it('publishes one post for five clicks', async () => {
    const answer = later(() => json(published('Once')));
    server.on(CREATE, answer.answer);
    openHome();
    await write('Once');

    for (let press = 0; press < 5; press += 1) await userEvent.click(send());
    act(() => answer.arrive());

    await posts().findByText('Once');
    expect(server.sent(CREATE)).toHaveLength(1);
  });

  it('shows the error and preserves the text when sending fails', async () => {
    server.on(CREATE, () => Promise.reject(new TypeError('Failed to fetch')));
    openHome();
    await write('Do not lose me');

    await userEvent.click(send());

    expect(await screen.findByRole('alert')).toHaveTextContent(NETWORK_FAILURE);
    expect(textBox()).toHaveValue('Do not lose me');
    expect(shownTexts()).toEqual(['Before']);
  });

  it('sends a draft with one key until it is published, and the next with another', async () => {
    server.on(CREATE, () => failure('Not now', 503));
    const { unmount } = openHome();
    await write('Persistent');
    await userEvent.click(send());
    await screen.findByRole('alert');
    unmount();
    openHome();
    await screen.findByRole('textbox');
    server.on(CREATE, () => json(published('Persistent')));
    await userEvent.click(send());
    await posts().findByText('Persistent');

    await write('Another');
    await userEvent.click(send());
    await waitFor(() => expect(server.sent(CREATE)).toHaveLength(3));

    const [first = '', second, third] = keysOf(CREATE);
    expect(first).toMatch(/^[A-Za-z0-9_-]{8,64}$/);
    expect(second).toBe(first);
    expect(third).not.toBe(first);
  });

  it('restores unsent text after the page was closed', async () => {
    const { unmount } = openHome();
    await write('Still here');
    unmount();

    openHome();

    expect(await screen.findByRole('textbox', { name: 'Your post' })).toHaveValue('Still here');
  });

  it("never shows a fan's unsent text to another", async () => {
    const { unmount } = openHome();
    await write('Private until sent');
    unmount();
    server.on(PROFILE, () => json(anOwnProfile({ _id: 'c'.repeat(24), username: 'elif.kaya' })));

    openHome();

    expect(await toggle()).toHaveAttribute('aria-expanded', 'false');
    await userEvent.click(await toggle());
    expect(await openBox()).toHaveValue('');
  });

  it('reports that an earlier version was published, and sends the changed one on the next click', async () => {
    server.on(CREATE, () => failure('The key was used with another body', 409));
    openHome();
    await write('Changed after the first try');

    await userEvent.click(send());
    expect(await screen.findByRole('alert')).toHaveTextContent('earlier version');
    server.on(CREATE, () => json(published('Changed after the first try')));
    await userEvent.click(send());

    await posts().findByText('Changed after the first try');
    const [first, second] = keysOf(CREATE);
    expect(second).not.toBe(first);
  });

  it('appears on Retry when the profile failed to load', async () => {
    server.on(PROFILE, () => failure('It broke', 500));
    openHome();
    expect(await screen.findByText('Failed to fetch user data')).toBeVisible();

    server.on(PROFILE, () => json(me));
    await userEvent.click(screen.getByRole('button', { name: 'Retry' }));

    expect(await toggle()).toBeVisible();
  });
});

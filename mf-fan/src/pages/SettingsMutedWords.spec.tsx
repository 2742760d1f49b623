import type { MutedWord } from '@kickoff/contracts';
import { failure, type fakeApi, json, later } from '@kickoff/testing/fake-api';
import { fakeLive } from '@kickoff/testing/fake-live';
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { act, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';

import { POST_LISTS_KEY } from '../features/posts/api/post-pages';
import { button, press } from '../test/buttons';
import { MUTED_WORDS, openSettings, part, serveSettings } from '../test/settings-page';

const PUT = 'PUT /api/user/muted-words';
const rain: MutedWord = { word: 'rain' };

let server: ReturnType<typeof fakeApi>;
/** The server's list, which a PUT replaces. */
let stored: readonly MutedWord[];

beforeEach(() => {
  fakeLive();
  server = serveSettings();
  stored = [rain];
  server.on(MUTED_WORDS, () => json(stored));
});
afterEach(() => {
  jest.restoreAllMocks();
});

/** Answers the next PUT with what it sent. */
const storeWith = (words: readonly MutedWord[]) =>
  server.on(PUT, () => {
    stored = words;
    return json(words);
  });
const words = () => part('Muted words');
const field = () => words().findByLabelText('Word or phrase');

describe('MutedWordList', () => {
  it('lists each word with its end', async () => {
    stored = [rain, { word: 'cup final', until: '2026-12-02T12:00:00.000Z' }];

    openSettings();

    expect(await words().findByText('cup final', { selector: 'b' })).toBeVisible();
    const [first, second] = words().getAllByRole('listitem');
    expect(first).toHaveTextContent(/^rainFor good/);
    expect(second).toHaveTextContent(/Until .*2026/);
  });

  it("adds a permanent word to the server's current list", async () => {
    openSettings();
    await words().findByText('rain', { selector: 'b' });
    stored = [rain, { word: 'snow' }];
    storeWith([rain, { word: 'snow' }, { word: 'fog' }]);

    await userEvent.type(await field(), ' fog ');
    await press('Mute');

    expect(await words().findByText('fog', { selector: 'b' })).toBeVisible();
    expect(server.sent(PUT).map(({ body }) => body)).toEqual([
      [rain, { word: 'snow' }, { word: 'fog' }],
    ]);
    expect(await field()).toHaveValue('');
    expect(await field()).toHaveFocus();
  });

  it('sends a second change after the first, from the list that the first has stored', async () => {
    openSettings();
    await words().findByText('rain', { selector: 'b' });
    const removal = later(() => {
      stored = [];
      return json(stored);
    });
    server.on(PUT, removal.answer);
    await press('Remove rain');
    await waitFor(() => expect(server.sent(PUT)).toHaveLength(1));

    await userEvent.type(await field(), 'fog');
    await press('Mute');
    const sentAtOnce = server.sent(PUT).length;
    storeWith([{ word: 'fog' }]);
    await act(async () => {
      removal.arrive();
      await Promise.resolve();
    });

    expect(await words().findByText('fog', { selector: 'b' })).toBeVisible();
    expect(server.sent(PUT).map(({ body }) => body)).toEqual([[], [{ word: 'fog' }]]);
    expect(sentAtOnce).toBe(1);
  });

  it("starts from the list that another tab's change has stored", async () => {
    let leave: () => void = () => undefined;
    const otherTab = new Promise<void>((resolve) => (leave = resolve));
    void navigator.locks.request('kickoff-muted-words', {}, () => otherTab);
    openSettings();
    await words().findByText('rain', { selector: 'b' });
    storeWith([rain, { word: 'snow' }, { word: 'fog' }]);

    await userEvent.type(await field(), 'fog');
    await press('Mute');
    stored = [rain, { word: 'snow' }];
    leave();

    expect(await words().findByText('fog', { selector: 'b' })).toBeVisible();
    expect(server.sent(PUT)[0]?.body).toEqual([rain, { word: 'snow' }, { word: 'fog' }]);
  });

  it('leaves the word that is typed while another one is sent', async () => {
    openSettings();
    const slow = later(() => json([rain, { word: 'fog' }]));
    server.on(PUT, slow.answer);
    await userEvent.type(await field(), 'fog');
    await press('Mute');

    await userEvent.clear(await field());
    await userEvent.type(await field(), 'snow');
    await act(async () => {
      slow.arrive();
      await Promise.resolve();
    });

    await waitFor(() => expect(button('Mute')).not.toHaveAttribute('aria-busy'));
    expect(words().getByText('fog', { selector: 'b' })).toBeVisible();
    expect(await field()).toHaveValue('snow');
  });

  it('adds a word for seven days', async () => {
    openSettings();
    storeWith([rain, { word: 'fog', until: '2026-12-02T12:00:00.000Z' }]);

    await userEvent.type(await field(), 'fog');
    await userEvent.selectOptions(words().getByLabelText('For how long'), '7 days');
    await press('Mute');

    await words().findByText('fog', { selector: 'b' });
    const week = Date.now() + 7 * 24 * 60 * 60_000;
    expect(server.sent(PUT)[0]?.body).toEqual([
      rain,
      { word: 'fog', until: expect.stringMatching(new Date(week).toISOString().slice(0, 10)) },
    ]);
  });

  it('shows the reason at the field and preserves its text when the server fails', async () => {
    server.on(PUT, () => failure('At most 100 words can be muted', 400));
    openSettings();

    await userEvent.type(await field(), 'fog');
    await press('Mute');

    expect(await words().findByRole('alert')).toHaveTextContent('At most 100 words can be muted');
    expect(await field()).toHaveValue('fog');
    expect(await field()).toHaveAccessibleDescription(expect.stringContaining('At most 100'));
    expect(await field()).toHaveFocus();
    expect(words().queryByText('fog', { selector: 'b' })).toBeNull();
  });

  it.each([
    ['a blank text', '  ', 'Type a word to mute'],
    ['61 characters', 'x'.repeat(61), 'A muted word holds at most 60 characters'],
  ])('rejects %s without a request', async (_what, typed, reason) => {
    openSettings();

    await userEvent.type(await field(), typed);
    await press('Mute');

    expect(await words().findByRole('alert')).toHaveTextContent(reason);
    expect(server.sent(PUT)).toEqual([]);
  });

  it('removes a word and broadcasts the invalidation of words and posts to other tabs', async () => {
    const received: unknown[] = [];
    const otherTab = new BroadcastChannel('kickoff-stale-fan');
    otherTab.addEventListener('message', ({ data }) => received.push(data));
    openSettings();
    await words().findByText('rain', { selector: 'b' });
    storeWith([]);

    await press('Remove rain');

    expect(await words().findByText('You have muted no words.')).toBeVisible();
    expect(server.sent(PUT).map(({ body }) => body)).toEqual([[]]);
    expect(screen.getByRole('group', { name: 'Words' })).toHaveFocus();
    await waitFor(() => expect(received.flat()).toContainEqual(POST_LISTS_KEY));
    expect(received.flat()).toContainEqual(['muted-words']);
    otherTab.close();
  });

  it('shows the reason and the word when removing fails', async () => {
    server.on(PUT, () => failure('It broke', 500));
    openSettings();
    await words().findByText('rain', { selector: 'b' });

    await press('Remove rain');

    expect(await words().findByRole('alert')).toHaveTextContent('It broke');
    expect(words().getByText('rain', { selector: 'b' })).toBeVisible();
  });

  it('loads on Retry', async () => {
    server.on(MUTED_WORDS, () => failure('It broke', 500));
    openSettings();
    expect(await words().findByText('Your muted words did not load.')).toBeVisible();

    server.on(MUTED_WORDS, () => json(stored));
    await userEvent.click(words().getByRole('button', { name: 'Retry' }));

    expect(await words().findByText('rain', { selector: 'b' })).toBeVisible();
  });
});

import { aPost, anOwnProfile } from '@kickoff/testing';
import { failure, fakeApi, json, later } from '@kickoff/testing/fake-api';
import { ServerState, startSession } from '@kickoff/web';
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { act, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';

import { button, findButton, press } from '../../../test/buttons';
import { hana } from '../../../test/fans';
import { heldUploads } from '../../../test/fake-upload';
import { PostComposer } from '../PostComposer';

const me = anOwnProfile();
const CREATE = 'POST /api/pt/posts';
const HOUR_MS = 60 * 60_000;
const quoted = aPost({ text: 'What a save', user: hana });

let api: ReturnType<typeof fakeApi>;

beforeEach(() => {
  window.localStorage.clear();
  window.sessionStorage.clear();
  startSession('fan', 'token');
  api = fakeApi();
  api.on(CREATE, () => json(aPost(), 201));
  api.on(`GET /api/pt/posts/${quoted._id}`, () => json(quoted));
});
afterEach(() => {
  jest.restoreAllMocks();
});

const atHome = () =>
  render(
    <ServerState of="fan">
      <PostComposer fan={me} />
    </ServerState>,
  );
const open = async () => {
  const view = atHome();
  await userEvent.click(await findButton('Post Your Content'));
  await screen.findByRole('textbox', { name: 'Your post' });
  return view;
};
const field = (name: string) => screen.getByRole('textbox', { name });
const write = (name: string, value: string) => fireEvent.change(field(name), { target: { value } });

/** Stores an unsent post of this tab, as the menu of a post does. */
const storeDraft = (draft: object) => {
  window.sessionStorage.setItem(`kickoff:draft:${me._id}:post`, 'one');
  window.localStorage.setItem(
    `kickoff:draft:${me._id}:post:one`,
    JSON.stringify({ id: 'one', text: '', key: 'key-of-the-draft', at: Date.now(), ...draft }),
  );
};

describe('PollEditor', () => {
  const sentPolls = () =>
    api.sent(CREATE).map((call): unknown => JSON.parse(call.field('poll') || 'null'));
  const openWithPoll = async (...options: string[]) => {
    const view = await open();
    write('Your post', 'Who wins?');
    await press('Add poll');
    options.forEach((text, index) => write(`Option ${index + 1}`, text));
    return view;
  };

  it('sends two to four options with the end of the poll', async () => {
    await openWithPoll('Home');
    expect(field('Option 1')).toHaveFocus();
    write('Option 2', ' Away ');
    await press('Add option');
    await waitFor(() => expect(field('Option 3')).toHaveFocus());
    await press('Add option');
    expect(screen.queryByRole('button', { name: 'Add option' })).toBeNull();
    write('Option 4', 'Draw');
    await userEvent.selectOptions(screen.getByLabelText('Open for'), '1 hour');
    const before = Date.now();

    await press('Post');

    await waitFor(() => expect(sentPolls()).toMatchObject([{ options: ['Home', 'Away', 'Draw'] }]));
    const [sent] = api.sent(CREATE);
    const [, endsAt = ''] = /"endsAt":"([^"]+)"/.exec(sent?.field('poll') ?? '') ?? [];
    expect(Date.parse(endsAt) - before).toBeGreaterThanOrEqual(HOUR_MS);
    expect(Date.parse(endsAt) - before).toBeLessThan(HOUR_MS + 10_000);
    await waitFor(() => expect(screen.queryByRole('textbox')).toBeNull());
  });

  it.each([
    [['Home'], 'Option 2', 'A poll needs 2 options'],
    [['Home', 'hóme'], 'Option 2', 'This option is already there'],
    [['x'.repeat(61), 'Away'], 'Option 1', 'An option holds at most 60 characters'],
  ])('rejects the options %j at %s', async (options, faulty, reason) => {
    await openWithPoll(...options);

    await press('Post');

    expect(screen.getByRole('alert')).toHaveTextContent(reason);
    expect(field(faulty)).toHaveFocus();
    expect(field(faulty)).toHaveAttribute('aria-invalid', 'true');
    expect(api.sent(CREATE)).toEqual([]);
  });

  it('shows a server error at the poll', async () => {
    api.on(CREATE, () => failure('A poll ends within 7 days', 400, 'poll.endsAt'));
    await openWithPoll('Home', 'Away');

    await press('Post');

    const poll = within(screen.getByRole('group', { name: 'Poll' }));
    expect(await poll.findByRole('alert')).toHaveTextContent('A poll ends within 7 days');
    expect(field('Option 1')).toHaveFocus();
  });

  it('retries the same poll with the same key after a failure', async () => {
    api.on(CREATE, () => failure('Not now', 503));
    await openWithPoll('Home', 'Away');
    await press('Post');
    await screen.findByRole('alert');

    await press('Post');

    await waitFor(() => expect(api.sent(CREATE)).toHaveLength(2));
    const [first, second] = api.sent(CREATE);
    expect(second?.field('poll')).toBe(first?.field('poll'));
    expect(second?.headers.get('Idempotency-Key')).toBe(first?.headers.get('Idempotency-Key'));
  });

  it('leaves its options focusable while it is sent, because Enter in one sends it', async () => {
    const answer = later(() => failure('Not now', 503));
    api.on(CREATE, answer.answer);
    await openWithPoll('Home', 'Away');

    await userEvent.type(field('Option 2'), '{Enter}');
    await waitFor(() => expect(button('Post')).toHaveAttribute('aria-busy', 'true'));
    expect(field('Option 2')).toBeEnabled();
    expect(field('Option 2')).toHaveAttribute('readonly');
    expect(button('Remove poll')).toBeDisabled();
    answer.arrive();

    expect(await screen.findByRole('alert')).toHaveTextContent('Not now');
    expect(field('Option 2')).not.toHaveAttribute('readonly');
  });

  it('requires a text or a file beside the poll', async () => {
    await openWithPoll('Home', 'Away');
    write('Your post', ' ');

    await press('Post');

    expect(screen.getByRole('alert')).toHaveTextContent('A post needs text');
    expect(field('Your post')).toHaveFocus();
  });

  it('restores the poll after a reload and removes it on request', async () => {
    const view = await openWithPoll('Home', 'Away');
    view.unmount();
    atHome();
    await waitFor(() => expect(field('Option 2')).toHaveValue('Away'));

    await press('Remove poll');

    expect(screen.queryByRole('group', { name: 'Poll' })).toBeNull();
    expect(field('Your post')).toHaveFocus();
  });
});

describe('QuotePreview', () => {
  const quote = () => screen.findByRole('group', { name: 'Quoted post of hana.sato' });

  it('shows the quoted post of the draft, and sends its id', async () => {
    storeDraft({ quote: quoted._id });
    atHome();
    expect(await quote()).toHaveTextContent('What a save');
    write('Your post', 'Look at this');

    await press('Post');

    await waitFor(() => expect(api.sent(CREATE)).toHaveLength(1));
    expect(api.sent(CREATE)[0]?.field('quote')).toBe(quoted._id);
  });

  it('is removed on request', async () => {
    storeDraft({ quote: quoted._id });
    atHome();
    await quote();

    await press('Remove quote');
    write('Your post', 'Without it');
    await press('Post');

    await waitFor(() => expect(api.sent(CREATE)).toHaveLength(1));
    expect(api.sent(CREATE)[0]?.field('quote')).toBe('');
  });

  it('does not offer a poll and rejects one of an older draft', async () => {
    const poll = { options: ['Home', 'Away'], durationMs: HOUR_MS };
    storeDraft({ text: 'Who wins?', quote: quoted._id, poll });
    atHome();
    await quote();
    expect(screen.queryByRole('button', { name: 'Add poll' })).toBeNull();

    await press('Post');

    expect(screen.getByRole('alert')).toHaveTextContent('a poll or a quote, not both');
    expect(api.sent(CREATE)).toEqual([]);
  });

  it('shows a server error at the quote', async () => {
    api.on(CREATE, () => failure('The quoted post is not there', 400, 'quote'));
    storeDraft({ text: 'Look at this', quote: quoted._id });
    atHome();
    await quote();

    await press('Post');

    expect(await screen.findByRole('alert')).toHaveTextContent('The quoted post is not there');
    expect(button('Remove quote')).toHaveFocus();
  });

  it('shows that the quoted post is no longer available', async () => {
    api.on(`GET /api/pt/posts/${quoted._id}`, () => failure('There is no such post', 404));
    storeDraft({ quote: quoted._id });
    atHome();

    expect(await screen.findByText('This post is no longer available')).toBeVisible();
    expect(button('Remove quote')).toBeVisible();
  });
});

describe('UploadProgress', () => {
  it('shows that the server is processing an uploaded file', async () => {
    const uploads = heldUploads();
    Object.assign(URL, { createObjectURL: () => 'blob:chosen', revokeObjectURL: () => undefined });
    await open();
    const cup = new File(['cup'], 'cup.png', { type: 'image/png' });
    await userEvent.upload(screen.getByLabelText('Add image'), cup);
    await press('Post');
    await waitFor(() => expect(uploads).toHaveLength(1));

    act(() => uploads[0]?.progress(100));

    expect(screen.getByText('Processing…')).toBeVisible();
    act(() => uploads[0]?.breakOff());
    await screen.findByRole('alert');
  });
});

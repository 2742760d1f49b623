import { aStory } from '@kickoff/testing';
import { failure, later } from '@kickoff/testing/fake-api';
import { mayHaveDraft } from '@kickoff/web/drafts';
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';

import { press } from '../../test/buttons';
import { kwame, me, myself, priya } from '../../test/fans';
import {
  openStories,
  serveStories,
  shownMedia,
  type StoriesServer,
  viewer,
  watch,
} from '../../test/stories';
import { collectedToasts } from '../../test/toasts';

const IMAGE_MS = 5_000;
const story = aStory({ user: priya });
const REPLY = `POST /api/st/stories/${story._id}/reply`;
const toasts = collectedToasts({ isShown: true });
let server: StoriesServer;

beforeEach(async () => {
  server = serveStories();
  server.has(story, aStory({ user: kwame }), aStory({ user: myself }));
  server.on(REPLY, sent);
  openStories();
  await watch('Story by priya_raman');
  await viewer();
});
afterEach(() => {
  jest.useRealTimers();
  jest.restoreAllMocks();
});

const field = () => screen.getByLabelText('Reply to priya_raman');
const sent = () => new Response(null, { status: 204 });
const keys = () => server.sent(REPLY).map(({ headers }) => headers.get('Idempotency-Key'));
/** Delivers a delayed response. */
const arrived = (response: ReturnType<typeof later>) =>
  act(async () => {
    response.arrive();
    await Promise.resolve();
  });

describe('StoryReply', () => {
  it('sends the text to the author and confirms it', async () => {
    await userEvent.type(field(), 'Great shot{Enter}');

    expect(await screen.findByText('Sent')).toBeVisible();
    expect(server.sent(REPLY).map(({ body }) => body)).toEqual([{ text: 'Great shot' }]);
    expect(field()).toHaveValue('');
  });

  it('pauses the story while the reader types until the reply is sent', async () => {
    await userEvent.type(field(), 'Great shot');
    jest.useFakeTimers();
    fireEvent.load(shownMedia());
    act(() => jest.advanceTimersByTime(3 * IMAGE_MS));
    expect(screen.getByRole('dialog')).toHaveAccessibleName('Story by priya_raman');

    fireEvent.click(screen.getByRole('button', { name: 'Send' }));
    await act(() => jest.advanceTimersByTimeAsync(100));
    await act(() => jest.advanceTimersByTimeAsync(IMAGE_MS + 100));

    expect(screen.getByRole('dialog')).toHaveAccessibleName('Story by kwame.asante');
  });

  it('does not handle arrow and space keys typed into the field', async () => {
    await userEvent.type(field(), 'Great{ArrowLeft} {ArrowRight}');

    expect(field()).toHaveValue('Grea t');
    expect(await viewer()).toHaveAccessibleName('Story by priya_raman');
  });

  it('shows the reason and preserves the text when sending fails', async () => {
    server.on(REPLY, () => failure('This story is gone', 404));

    await userEvent.type(field(), 'Great shot{Enter}');

    expect(await screen.findByRole('alert')).toHaveTextContent('This story is gone');
    expect(field()).toHaveValue('Great shot');
    expect(field()).toHaveFocus();
    expect(field()).toHaveAccessibleDescription('This story is gone');
    expect(screen.queryByText('Sent')).toBeNull();
  });

  it('retries with the same idempotency key', async () => {
    server.on(REPLY, () => failure('Not now', 503));
    await userEvent.type(field(), 'Great shot{Enter}');
    await screen.findByText('Not now');
    server.on(REPLY, sent);

    await press('Send');

    expect(await screen.findByText('Sent')).toBeVisible();
    expect(keys()[0]).toMatch(/^[A-Za-z0-9_-]{8,64}$/);
    expect(keys()).toEqual([keys()[0], keys()[0]]);
  });

  it('sends another text with a new key when an earlier one has arrived', async () => {
    server.on(REPLY, () => failure('This key was used before', 409));
    await userEvent.type(field(), 'Great shot{Enter}');
    expect(await screen.findByRole('alert')).toHaveTextContent(/has already been sent/);
    server.on(REPLY, sent);

    await press('Send');

    expect(await screen.findByText('Sent')).toBeVisible();
    expect(new Set(keys()).size).toBe(2);
  });

  it('shows an unsent text again when its story is shown again', async () => {
    await userEvent.type(field(), 'Great shot');

    await press('Next story');
    expect(screen.getByLabelText('Reply to kwame.asante')).toHaveValue('');
    await press('Previous story');
    expect(field()).toHaveValue('Great shot');
    await press('Close stories');
    await watch('Story by priya_raman');
    await viewer();

    expect(field()).toHaveValue('Great shot');
  });

  it('shows an error toast when sending fails after its story, until it is sent again', async () => {
    const late = later(() => failure('Not now', 503));
    server.on(REPLY, late.answer);
    await userEvent.type(field(), 'Great shot{Enter}');
    await press('Next story');

    await arrived(late);

    const text = 'Your reply to priya_raman is not sent: Not now';
    await waitFor(() => expect(toasts).toEqual([{ kind: 'error', text }]));
    server.on(REPLY, sent);
    await press('Previous story');
    await userEvent.type(field(), '{Enter}');

    expect(toasts).toEqual([]);
  });

  it('leaves the focus in the field of the next story when it arrives after its story', async () => {
    const late = later(sent);
    server.on(REPLY, late.answer);
    await userEvent.type(field(), 'Great shot{Enter}');
    await press('Next story');
    const next = screen.getByLabelText('Reply to kwame.asante');
    await userEvent.type(next, 'Nice');

    await arrived(late);

    await waitFor(() => expect(mayHaveDraft(me._id, `story-reply:${story._id}`)).toBe(false));
    expect(next).toHaveFocus();
  });

  it('sends no blank text', async () => {
    await userEvent.type(field(), '  {Enter}');

    expect(screen.getByRole('alert')).toHaveTextContent('A reply needs text');
    expect(server.sent(REPLY)).toEqual([]);
  });

  it('is not offered for an own story', async () => {
    await press('Previous story');

    expect(await viewer()).toHaveAccessibleName(`Story by ${me.username}`);
    expect(screen.queryByRole('textbox')).toBeNull();
  });
});

describe('A story under a held pointer', () => {
  it('is paused until the pointer is released', () => {
    jest.useFakeTimers();
    fireEvent.load(shownMedia());

    fireEvent.pointerDown(shownMedia());
    act(() => jest.advanceTimersByTime(300));
    act(() => jest.advanceTimersByTime(3 * IMAGE_MS));
    expect(screen.getByRole('dialog')).toHaveAccessibleName('Story by priya_raman');

    fireEvent.pointerUp(shownMedia());
    act(() => jest.advanceTimersByTime(IMAGE_MS + 100));
    expect(screen.getByRole('dialog')).toHaveAccessibleName('Story by kwame.asante');
  });

  it('does not change when the pointer is released over the next button', () => {
    jest.useFakeTimers();
    const next = screen.getByRole('button', { name: 'Next story' });

    fireEvent.pointerDown(next);
    act(() => jest.advanceTimersByTime(1_000));
    fireEvent.pointerUp(next);
    fireEvent.click(next);

    expect(screen.getByRole('dialog')).toHaveAccessibleName('Story by priya_raman');
    fireEvent.click(next);
    expect(screen.getByRole('dialog')).toHaveAccessibleName('Story by kwame.asante');
  });
});

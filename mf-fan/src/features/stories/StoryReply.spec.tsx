import { aStory } from '@kickoff/testing';
import { failure } from '@kickoff/testing/fake-api';
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { act, fireEvent, screen } from '@testing-library/react';
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

const IMAGE_MS = 5_000;
const story = aStory({ user: priya });
const REPLY = `POST /api/st/stories/${story._id}/reply`;
let server: StoriesServer;

beforeEach(async () => {
  server = serveStories();
  server.has(story, aStory({ user: kwame }), aStory({ user: myself }));
  server.on(REPLY, () => new Response(null, { status: 204 }));
  openStories();
  await watch('Story by priya_raman');
  await viewer();
});
afterEach(() => {
  jest.useRealTimers();
  jest.restoreAllMocks();
});

const field = () => screen.getByLabelText('Reply to priya_raman');

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

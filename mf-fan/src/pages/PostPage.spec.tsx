import { failure } from '@kickoff/testing/fake-api';
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { act, fireEvent, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';

import { button, findButton, press } from '../test/buttons';
import { type PostServer, servePost } from '../test/post-page';
import { onScreen } from '../test/screens';

let server: PostServer;

beforeEach(() => {
  server = servePost();
});
afterEach(() => {
  jest.useRealTimers();
  jest.restoreAllMocks();
});

describe('PostPage', () => {
  it('links to its author, and shows that it was edited', async () => {
    server.has({ edited: true });
    server.open();

    expect(await screen.findByRole('link', { name: 'hana.sato' })).toHaveAttribute(
      'href',
      '/user/hana.sato',
    );
    expect(screen.getByText('edited')).toBeVisible();
    expect(screen.getByRole('heading', { level: 1, name: 'Post of hana.sato' })).toBeVisible();
  });

  it('shows what changed before its live updates started', async () => {
    jest.useFakeTimers({ advanceTimers: true });
    server.has({ likesCount: 1 });
    server.open();
    await screen.findByRole('button', { name: '1 like' });

    server.has({ likesCount: 2 });
    await act(() => jest.advanceTimersByTimeAsync(3_100));

    expect(await screen.findByRole('button', { name: '2 likes' })).toBeVisible();
  });

  it('shows hostile text as typed', async () => {
    const hostile = '<img src=x onerror=alert(1)> <b>& javascript:alert(1)';
    server.has({ text: hostile });
    server.open();

    expect(await screen.findByText(hostile)).toBeVisible();
    expect(screen.queryByRole('img')).toBeNull();
  });

  it("reserves the picture's space, with fitting widths and the author's description", async () => {
    server.has({ image: 'cup.webp', imageSize: { width: 1200, height: 800 }, alt: 'The cup' });
    server.open();

    const picture = await screen.findByRole('img', { name: 'The cup' });
    expect(picture).toHaveAttribute('width', '1200');
    expect(picture).toHaveAttribute('height', '800');
    expect(picture).toHaveAttribute('loading', 'lazy');
    expect(picture.getAttribute('srcset')).toBe(
      '/api/uploads/cup.webp?w=320 320w, /api/uploads/cup.webp?w=640 640w, /api/uploads/cup.webp?w=1080 1080w',
    );
  });

  it('describes the picture by the text without a description', async () => {
    server.has({ image: 'cup.webp' });
    server.open();

    expect(await screen.findByRole('img', { name: 'That header' })).toBeVisible();
  });

  it('opens the picture large, and returns the focus', async () => {
    server.has({ image: 'cup.webp', alt: 'The cup' });
    server.open();
    await userEvent.click(await findButton('Show picture large: The cup'));

    const overlay = await screen.findByRole('dialog', { name: 'Picture' });
    await userEvent.click(within(overlay).getByRole('button', { name: 'Close' }));

    expect(screen.queryByRole('dialog')).toBeNull();
    expect(button('Show picture large: The cup')).toHaveFocus();
  });

  it('plays its video by its own button and pauses all others', async () => {
    const play = jest.spyOn(HTMLMediaElement.prototype, 'play').mockResolvedValue();
    const paused: Element[] = [];
    jest.spyOn(HTMLMediaElement.prototype, 'pause').mockImplementation(function (
      this: HTMLMediaElement,
    ) {
      paused.push(this);
    });
    const other = document.body.appendChild(document.createElement('video'));
    server.has({ video: 'goal.mp4', videoDuration: 64.2 });
    server.open();

    expect(await screen.findByText('1:04')).toBeVisible();
    await userEvent.click(button('Play video'));
    fireEvent.play(screen.getByLabelText('That header'));

    expect(play).toHaveBeenCalledTimes(1);
    expect(paused).toEqual([other]);
    other.remove();
  });

  it.each([
    ['nothing', 'outside the viewport', 'none'],
    ['the beginning', 'in the viewport', 'metadata'],
  ])('loads %s of a video %s', async (_, __, preload) => {
    if (preload === 'metadata') onScreen({ isDesktop: false });
    server.has({ video: 'goal.mp4' });
    server.open();

    expect(await screen.findByLabelText('That header')).toHaveAttribute('preload', preload);
  });

  it('shows that the post does not exist, with a link', async () => {
    server.on(`GET ${server.path()}`, () => failure('There is no such post', 404));
    server.open();

    expect(await screen.findByText('This post is gone, or was never here.')).toBeVisible();
    expect(screen.getByRole('link', { name: 'See the newest posts' })).toHaveAttribute(
      'href',
      '/home',
    );
  });

  it('loads on Retry after a failure', async () => {
    server.on(`GET ${server.path()}`, () => failure('It broke', 500));
    server.open();
    await findButton('Retry');
    server.has({});

    await userEvent.click(button('Retry'));

    expect(await screen.findByText('That header')).toBeVisible();
  });

  it('hides a post with a muted word until asked', async () => {
    server.has({ text: 'Transfer rumours', mutedWord: true });
    server.open();
    expect(await screen.findByText('Hidden by a word you muted')).toBeVisible();
    expect(screen.queryByText('Transfer rumours')).toBeNull();

    await press('Show');

    expect(screen.getByText('Transfer rumours')).toBeVisible();
    expect(screen.getByRole('region', { name: 'Post' })).toHaveFocus();
  });
});

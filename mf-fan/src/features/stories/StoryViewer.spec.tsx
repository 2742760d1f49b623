import { aStory } from '@kickoff/testing';
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { json } from '@kickoff/testing/fake-api';
import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';

import { press } from '../../test/buttons';
import { kwame, myself, priya } from '../../test/fans';
import {
  openStories,
  serveStories,
  shownMedia,
  type StoriesServer,
  viewer,
  watch,
} from '../../test/stories';

let server: StoriesServer;

beforeEach(() => {
  server = serveStories();
});
afterEach(() => {
  jest.useRealTimers();
  jest.restoreAllMocks();
});

const IMAGE_MS = 5_000;
const progress = () => screen.getByRole('progressbar').getAttribute('aria-label');
const keyDown = (key: string) => fireEvent.keyDown(shownMedia(), { key });

describe('StoryViewer', () => {
  it("starts with the fan's first unseen story and shows its author", async () => {
    const first = aStory({ user: priya, seen: true });
    const second = aStory({ user: priya, alt: 'Five-a-side pitch under floodlights' });
    // The server returns the newest first; stories play oldest first.
    server.has(second, first);
    openStories();

    await watch('Story by priya_raman');

    expect(await viewer()).toHaveAccessibleName('Story by priya_raman');
    expect(progress()).toBe('Story 2 of 2');
    expect(screen.getByRole('img')).toHaveAccessibleName('Five-a-side pitch under floodlights');
  });

  it.each([
    ['whole', 1600, 900],
    ['filling the screen', 900, 1600],
  ])('shows a picture %s if it is %d x %d', async (shown, naturalWidth, naturalHeight) => {
    server.has(aStory({ user: priya }));
    openStories();
    await watch('Story by priya_raman');
    await viewer();
    Object.defineProperties(shownMedia(), {
      naturalWidth: { value: naturalWidth },
      naturalHeight: { value: naturalHeight },
    });

    fireEvent.load(shownMedia());

    expect(shownMedia().classList.contains('whole')).toBe(shown === 'whole');
  });

  it('marks a loaded story as seen, and updates the ring', async () => {
    const story = aStory({ user: priya });
    const seen = `POST /api/st/stories/${story._id}/seen`;
    server.has(story);
    openStories();
    await watch('Story by priya_raman');
    await viewer();
    expect(server.sent(seen)).toEqual([]);

    fireEvent.load(shownMedia());

    await waitFor(() => expect(server.sent(seen)).toHaveLength(1));
    await press('Close stories');
    expect(await screen.findByRole('button', { name: 'Story by priya_raman, seen' })).toBeVisible();
  });

  it('loads the next story, and no other, once the shown one has loaded', async () => {
    const next = aStory({ user: kwame });
    server.has(aStory({ user: priya }), next, aStory({ user: myself }), aStory({ user: kwame }));
    openStories();
    await watch('Story by priya_raman');
    await viewer();
    const loaded: HTMLImageElement[] = [];
    jest.spyOn(window, 'Image').mockImplementation(() => {
      const picture = document.createElement('img');
      loaded.push(picture);
      return picture;
    });
    expect(loaded).toEqual([]);

    fireEvent.load(shownMedia());

    expect(loaded.map(({ src }) => new URL(src).pathname)).toEqual([
      `/api/uploads/stories/${next.media}`,
    ]);
  });

  it('loads only the beginning of a next video', async () => {
    const next = aStory({ user: kwame, mediaType: 'video', media: 'next.mp4' });
    server.has(aStory({ user: priya }), next);
    openStories();
    await watch('Story by priya_raman');
    await viewer();
    const shown = shownMedia();
    const create = jest.spyOn(document, 'createElement');

    fireEvent.load(shown);

    const [video] = create.mock.results.map(({ value }) => value);
    expect(video).toHaveAttribute('src', '/api/uploads/stories/next.mp4');
    expect(video).toHaveAttribute('preload', 'metadata');
  });

  it('advances from fan to fan, and closes after the last story', async () => {
    server.has(aStory({ user: priya }), aStory({ user: kwame }));
    openStories();
    await watch('Story by priya_raman');
    await viewer();
    jest.useFakeTimers();

    fireEvent.load(shownMedia());
    act(() => jest.advanceTimersByTime(IMAGE_MS + 100));
    expect(screen.getByRole('dialog')).toHaveAccessibleName('Story by kwame.asante');

    fireEvent.load(shownMedia());
    act(() => jest.advanceTimersByTime(IMAGE_MS + 100));
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it('pauses by button and by the space key', async () => {
    server.has(aStory({ user: priya }));
    openStories();
    await watch('Story by priya_raman');
    await viewer();
    jest.useFakeTimers();
    fireEvent.load(shownMedia());

    fireEvent.click(screen.getByRole('button', { name: 'Pause story' }));
    act(() => jest.advanceTimersByTime(3 * IMAGE_MS));
    expect(progress()).toBe('Story 1 of 1');

    keyDown(' ');
    expect(screen.getByRole('button', { name: 'Pause story' })).toBeVisible();
    act(() => jest.advanceTimersByTime(IMAGE_MS + 100));
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it('does not advance with reduced motion', async () => {
    const play = jest.spyOn(HTMLMediaElement.prototype, 'play').mockResolvedValue();
    const matchMedia = window.matchMedia.bind(window);
    jest
      .spyOn(window, 'matchMedia')
      .mockImplementation((query) =>
        Object.assign(matchMedia(query), { matches: query.includes('reduced-motion') }),
      );
    server.has(aStory({ user: priya, mediaType: 'video' }));
    openStories();
    await watch('Story by priya_raman');
    await viewer();

    fireEvent.loadedData(shownMedia());

    expect(screen.getByRole('button', { name: 'Play story' })).toBeVisible();
    expect(play).not.toHaveBeenCalled();
  });

  it('navigates by buttons and arrow keys', async () => {
    server.has(aStory({ user: priya }), aStory({ user: kwame }));
    openStories();
    await watch('Story by priya_raman');

    await viewer();
    await press('Next story');
    expect(await viewer()).toHaveAccessibleName('Story by kwame.asante');
    await press('Previous story');
    expect(await viewer()).toHaveAccessibleName('Story by priya_raman');
    keyDown('ArrowLeft');
    expect(await viewer()).toHaveAccessibleName('Story by priya_raman');
    keyDown('ArrowRight');
    expect(await viewer()).toHaveAccessibleName('Story by kwame.asante');
    keyDown('ArrowRight');
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it('closes on Escape', async () => {
    server.has(aStory({ user: priya }));
    openStories();
    await watch('Story by priya_raman');

    fireEvent(await viewer(), new Event('cancel', { cancelable: true }));

    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it('shows that a story failed to load, allows the next one and retries', async () => {
    const story = aStory({ user: priya });
    server.has(story, aStory({ user: kwame }));
    openStories();
    await watch('Story by priya_raman');
    await viewer();

    fireEvent.error(shownMedia());
    expect(screen.getByRole('alert')).toHaveTextContent('This story cannot be shown');
    expect(server.sent(`POST /api/st/stories/${story._id}/seen`)).toEqual([]);
    await press('Retry');
    expect(screen.queryByRole('alert')).toBeNull();
    fireEvent.error(shownMedia());
    await press('Next story');

    expect(await viewer()).toHaveAccessibleName('Story by kwame.asante');
    expect(screen.queryByRole('alert')).toBeNull();
  });

  it("reports another fan's story, but not an own one", async () => {
    const story = aStory({ user: priya });
    server.has(story, aStory({ user: myself }));
    server.on('POST /api/reports', () => json({ _id: 'r1' }, 201));
    openStories();

    await watch('Story by priya_raman');
    await viewer();
    await press('Report story');
    await userEvent.type(
      await screen.findByLabelText('Why are you reporting this?'),
      'Not for children',
    );
    await press('Send report');

    await waitFor(() =>
      expect(server.sent('POST /api/reports').map(({ body }) => body)).toEqual([
        { targetType: 'story', targetId: story._id, reason: 'Not for children' },
      ]),
    );
    await press('Close');
    await press('Previous story');
    expect(screen.queryByRole('button', { name: 'Report story' })).toBeNull();
  });

  it('handles keys for story after story', async () => {
    const [first, second] = [aStory({ user: priya }), aStory({ user: priya })];
    server.has(second, first, aStory({ user: kwame }));
    openStories();
    await watch('Story by priya_raman');
    await viewer();

    screen.getByRole('button', { name: 'Close stories' }).focus();
    await userEvent.keyboard('{ArrowRight}');
    await userEvent.keyboard('{ArrowRight}');

    expect(await viewer()).toHaveAccessibleName('Story by kwame.asante');
  });
});

describe('A video story', () => {
  const video = () => {
    const shown = shownMedia();
    if (!(shown instanceof HTMLVideoElement)) throw new Error('No video is shown');
    return shown;
  };
  const watchVideo = async () => {
    server.has(aStory({ user: priya, mediaType: 'video' }), aStory({ user: kwame }));
    openStories();
    await watch('Story by priya_raman');
    await viewer();
    fireEvent.loadedData(video());
  };

  it('pauses media of the page below', async () => {
    const other = document.body.appendChild(document.createElement('video'));
    const paused: EventTarget[] = [];
    jest.spyOn(HTMLMediaElement.prototype, 'pause').mockImplementation(function pause(
      this: HTMLMediaElement,
    ) {
      paused.push(this);
    });

    await watchVideo();

    expect(paused).toContain(other);
    expect(paused).not.toContain(video());
    other.remove();
  });

  it('can be muted and unmuted', async () => {
    await watchVideo();

    await press('Mute story');
    expect(video().muted).toBe(true);
    await press('Unmute story');
    expect(video().muted).toBe(false);
  });

  it('plays muted if the browser allows no sound', async () => {
    jest.spyOn(HTMLMediaElement.prototype, 'play').mockImplementation(function play(
      this: HTMLMediaElement,
    ) {
      if (this.muted) return Promise.resolve();
      return Promise.reject(new DOMException('Touch the page first', 'NotAllowedError'));
    });

    await watchVideo();

    await waitFor(() => expect(video().muted).toBe(true));
    expect(screen.getByRole('button', { name: 'Unmute story' })).toBeVisible();
  });

  it('advances at its end', async () => {
    await watchVideo();

    fireEvent.ended(video());

    expect(await viewer()).toHaveAccessibleName('Story by kwame.asante');
  });
});

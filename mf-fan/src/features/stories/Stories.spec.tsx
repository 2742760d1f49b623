import type { Story } from '@kickoff/contracts';
import { anOwnProfile, aStory } from '@kickoff/testing';
import { failure, fakeApi, json, later, page } from '@kickoff/testing/fake-api';
import { onToast, ServerState, startSession, type Toast } from '@kickoff/web';
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { act, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';

import { Stories } from './Stories';

const STORIES = 'GET /api/st/stories?limit=100';
const IMAGE_MS = 5_000;

const me = anOwnProfile();
const myself = { _id: me._id, username: me.username, profilePicture: '' };
const kwame = { _id: 'b'.repeat(24), username: 'kwame.asante', profilePicture: '' };
const priya = { _id: 'c'.repeat(24), username: 'priya_raman', profilePicture: '' };

/** A request that goes nowhere until the test lets something happen to it. */
class HeldRequest extends EventTarget {
  static all: HeldRequest[] = [];
  readonly upload = new EventTarget();
  readonly headers = new Map<string, string>();
  status = 0;
  responseText = '';
  isTakenBack = false;
  form = new FormData();

  constructor() {
    super();
    HeldRequest.all.push(this);
  }
  open(): void {
    // The call is known.
  }
  setRequestHeader(name: string, value: string): void {
    this.headers.set(name, value);
  }
  send(form: FormData): void {
    this.form = form;
  }
  abort(): void {
    this.isTakenBack = true;
    this.end('abort');
  }
  answer(status: number, body: unknown): void {
    this.status = status;
    this.responseText = JSON.stringify(body);
    this.end('load');
  }
  end(how: 'load' | 'error' | 'abort'): void {
    this.dispatchEvent(new Event(how));
    this.dispatchEvent(new Event('loadend'));
  }
}

const realRequest = globalThis.XMLHttpRequest;
let api: ReturnType<typeof fakeApi>;
let toasts: Toast[];
let hearNoMore: () => void;

beforeEach(() => {
  window.localStorage.clear();
  startSession('fan', 'token');
  HeldRequest.all = [];
  Object.assign(globalThis, { XMLHttpRequest: HeldRequest });
  Object.assign(URL, { createObjectURL: () => 'blob:chosen', revokeObjectURL: () => undefined });
  jest.spyOn(HTMLMediaElement.prototype, 'play').mockResolvedValue();
  jest.spyOn(HTMLMediaElement.prototype, 'pause').mockReturnValue();
  toasts = [];
  hearNoMore = onToast(
    (toast) => toasts.push(toast),
    () => undefined,
  );
  api = fakeApi();
  api.on('GET /api/user/profile', () => json(me));
  api.on(STORIES, () => json([]));
});
afterEach(() => {
  hearNoMore();
  jest.useRealTimers();
  jest.restoreAllMocks();
  Object.assign(globalThis, { XMLHttpRequest: realRequest });
});

const open = (onReport?: (story: Story) => void) =>
  render(
    <ServerState of="fan">
      <Stories {...(onReport ? { onReport } : {})} />
    </ServerState>,
  );
const withStories = (...stories: Story[]) => {
  api.on(STORIES, () => json(stories));
  for (const { _id } of stories) {
    api.on(`POST /api/st/stories/${_id}/seen`, () => new Response(null, { status: 204 }));
    api.on(`DELETE /api/st/stories/${_id}`, () => new Response(null, { status: 204 }));
    api.on(`GET /api/st/stories/${_id}/viewers?limit=100`, () => json([]));
  }
};
const rings = () =>
  within(screen.getByRole('region', { name: 'Stories' }))
    .getAllByRole('button')
    .map((ring) => ring.getAttribute('aria-label'));
const watch = async (name: string) => userEvent.click(await screen.findByRole('button', { name }));
const viewer = () => screen.findByRole('dialog', { name: /^Story by/ });
const media = () => {
  const shown = document.querySelector('.ko-viewer__media');
  if (!shown) throw new Error('No story is shown');
  return shown;
};
const place = () => screen.getByRole('progressbar').getAttribute('aria-label');
const press = (name: string) => userEvent.click(screen.getByRole('button', { name }));
const keyDown = (key: string) => fireEvent.keyDown(media(), { key });

describe('the strip of stories', () => {
  it('offers to add one first, then shows own stories, then the others in the order of the server', async () => {
    withStories(
      aStory({ user: priya }),
      aStory({ user: kwame, seen: true }),
      aStory({ user: myself }),
    );

    open();

    await screen.findByRole('button', { name: 'Story by priya_raman' });
    expect(rings()).toEqual([
      `Story by ${me.username}`,
      'Story by priya_raman',
      'Story by kwame.asante, seen',
    ]);
    expect(screen.getAllByRole('listitem')[0]).toHaveTextContent('Add story');
  });

  it('has one ring a fan, new while one of the stories is', async () => {
    withStories(aStory({ user: priya }), aStory({ user: priya, seen: true }));

    open();

    await screen.findByRole('button', { name: 'Story by priya_raman' });
    expect(rings()).toHaveLength(1);
  });

  it('says that it is loading', () => {
    api.on(STORIES, later(() => json([])).answer);

    open();

    expect(screen.getByRole('status')).toHaveTextContent('Loading...');
    expect(screen.getByLabelText('Add story')).toBeEnabled();
  });

  it('says when it could not be fetched, and comes with Retry', async () => {
    api.on(STORIES, () => failure('It broke', 500));
    open();
    expect(await screen.findByRole('alert')).toHaveTextContent('Failed to fetch stories');

    withStories(aStory({ user: priya }));
    await press('Retry');

    expect(await screen.findByRole('button', { name: 'Story by priya_raman' })).toBeVisible();
    expect(screen.queryByRole('alert')).toBeNull();
  });
});

describe('adding a story', () => {
  const choose = async (file: File) => {
    // Not through the input's own filter, which a drop or another browser does not apply.
    const person = userEvent.setup({ applyAccept: false });
    await person.upload(await screen.findByLabelText('Add story'), file);
  };
  const anImage = (name = 'goal.png') => new File(['picture'], name, { type: 'image/png' });
  const send = () => press('Add story');
  const upload = (index = 0) => {
    const request = HeldRequest.all[index];
    if (!request) throw new Error('Nothing was sent');
    return request;
  };

  it.each([
    ['scores.pdf', 'application/pdf'],
    ['imagetype', ''],
  ])('refuses %s of type %j in words that name it', async (name, type) => {
    open();

    await choose(new File(['x'], name, { type }));

    expect(toasts).toEqual([
      { kind: 'error', text: `Only images and videos can be added to a story: ${name}` },
    ]);
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it('says before sending that an image is too large', async () => {
    const file = anImage('huge.png');
    Object.defineProperty(file, 'size', { value: 10 * 1024 * 1024 + 1 });
    open();

    await choose(file);

    expect(toasts).toEqual([{ kind: 'error', text: 'An image can have at most 10 MB: huge.png' }]);
    expect(HeldRequest.all).toEqual([]);
  });

  it('sends the file with what it is and its description, shows how far, and adds it in front', async () => {
    withStories(aStory({ user: priya }));
    open();
    await screen.findByRole('button', { name: 'Story by priya_raman' });
    await choose(anImage());
    await userEvent.type(await screen.findByLabelText('Description'), 'Our end');

    await send();
    act(() => {
      upload().upload.dispatchEvent(new ProgressEvent('progress', { loaded: 1, total: 4 }));
    });
    expect(screen.getByRole('progressbar', { name: 'Sending goal.png' })).toHaveValue(0.25);
    expect(Object.fromEntries(upload().form)).toMatchObject({ mediaType: 'image', alt: 'Our end' });
    expect(upload().form.get('media')).toBeInstanceOf(File);
    act(() => upload().answer(201, aStory({ user: myself })));

    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(rings()).toEqual([`Story by ${me.username}`, 'Story by priya_raman']);
    expect(toasts).toEqual([{ kind: 'ok', text: 'Your story is added' }]);
  });

  it('makes one story of five presses', async () => {
    open();
    await choose(anImage());
    await screen.findByLabelText('Description');

    for (let time = 0; time < 5; time += 1) await send();

    expect(HeldRequest.all).toHaveLength(1);
  });

  it('keeps the file when sending fails, and sends it again as the same story', async () => {
    open();
    await choose(anImage());
    await screen.findByLabelText('Description');
    await send();
    act(() => upload().end('error'));
    expect(await screen.findByRole('alert')).toHaveTextContent('An error occurred');

    await send();

    expect(upload(1).form.get('media')).toBeInstanceOf(File);
    expect(upload(1).headers.get('Idempotency-Key')).toBe(upload(0).headers.get('Idempotency-Key'));
  });

  it('says that it was added with another description, and adds it under a new key when asked', async () => {
    open();
    await choose(anImage());
    await screen.findByLabelText('Description');
    await send();
    act(() => upload().answer(409, { error: 'Used for another request' }));
    expect(await screen.findByRole('alert')).toHaveTextContent('with another description');

    await send();

    expect(upload(1).headers.get('Idempotency-Key')).not.toBe(
      upload(0).headers.get('Idempotency-Key'),
    );
  });

  it('takes an upload back with Cancel', async () => {
    open();
    await choose(anImage());
    await screen.findByLabelText('Description');
    await send();

    await press('Cancel');

    expect(upload().isTakenBack).toBe(true);
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(toasts).toEqual([]);
  });
});

describe('the viewer', () => {
  it('begins with the first story of the fan that is new, and tells whose it is', async () => {
    const first = aStory({ user: priya, seen: true });
    const second = aStory({ user: priya, alt: 'Five-a-side pitch under floodlights' });
    // The server answers the newest first; one watches from the oldest on.
    withStories(second, first);
    open();

    await watch('Story by priya_raman');

    expect(await viewer()).toHaveAccessibleName('Story by priya_raman');
    expect(place()).toBe('Story 2 of 2');
    expect(screen.getByRole('img')).toHaveAccessibleName('Five-a-side pitch under floodlights');
  });

  it('tells that a story is seen once it is there, and turns the ring', async () => {
    const story = aStory({ user: priya });
    const seen = `POST /api/st/stories/${story._id}/seen`;
    withStories(story);
    open();
    await watch('Story by priya_raman');
    await viewer();
    expect(api.sent(seen)).toEqual([]);

    fireEvent.load(media());

    await waitFor(() => expect(api.sent(seen)).toHaveLength(1));
    await press('Close stories');
    expect(await screen.findByRole('button', { name: 'Story by priya_raman, seen' })).toBeVisible();
  });

  it('moves on by itself, from fan to fan, and closes after the last', async () => {
    withStories(aStory({ user: priya }), aStory({ user: kwame }));
    open();
    await watch('Story by priya_raman');
    await viewer();
    jest.useFakeTimers();

    fireEvent.load(media());
    act(() => jest.advanceTimersByTime(IMAGE_MS + 100));
    expect(screen.getByRole('dialog')).toHaveAccessibleName('Story by kwame.asante');

    fireEvent.load(media());
    act(() => jest.advanceTimersByTime(IMAGE_MS + 100));
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it('stands still while it is paused, by button or by the space key', async () => {
    withStories(aStory({ user: priya }));
    open();
    await watch('Story by priya_raman');
    await viewer();
    jest.useFakeTimers();
    fireEvent.load(media());

    fireEvent.click(screen.getByRole('button', { name: 'Pause story' }));
    act(() => jest.advanceTimersByTime(3 * IMAGE_MS));
    expect(place()).toBe('Story 1 of 1');

    keyDown(' ');
    expect(screen.getByRole('button', { name: 'Pause story' })).toBeVisible();
    act(() => jest.advanceTimersByTime(IMAGE_MS + 100));
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it('does not move by itself for who wants less motion', async () => {
    const play = jest.spyOn(HTMLMediaElement.prototype, 'play').mockResolvedValue();
    const matchMedia = window.matchMedia.bind(window);
    jest
      .spyOn(window, 'matchMedia')
      .mockImplementation((query) =>
        Object.assign(matchMedia(query), { matches: query.includes('reduced-motion') }),
      );
    withStories(aStory({ user: priya, mediaType: 'video' }));
    open();
    await watch('Story by priya_raman');
    await viewer();

    fireEvent.loadedData(media());

    expect(screen.getByRole('button', { name: 'Play story' })).toBeVisible();
    expect(play).not.toHaveBeenCalled();
  });

  it('goes forth and back by buttons and arrow keys', async () => {
    withStories(aStory({ user: priya }), aStory({ user: kwame }));
    open();
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

  it('closes with Escape', async () => {
    withStories(aStory({ user: priya }));
    open();
    await watch('Story by priya_raman');

    fireEvent(await viewer(), new Event('cancel', { cancelable: true }));

    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it('says when a story cannot be shown, leaves the way on open and tries again', async () => {
    const story = aStory({ user: priya });
    withStories(story, aStory({ user: kwame }));
    open();
    await watch('Story by priya_raman');
    await viewer();

    fireEvent.error(media());
    expect(screen.getByRole('alert')).toHaveTextContent('This story cannot be shown');
    expect(api.sent(`POST /api/st/stories/${story._id}/seen`)).toEqual([]);
    await press('Retry');
    expect(screen.queryByRole('alert')).toBeNull();
    fireEvent.error(media());
    await press('Next story');

    expect(await viewer()).toHaveAccessibleName('Story by kwame.asante');
    expect(screen.queryByRole('alert')).toBeNull();
  });

  it('reports the story of another fan to the page, and offers it for no own one', async () => {
    const story = aStory({ user: priya });
    const onReport = jest.fn();
    withStories(story, aStory({ user: myself }));
    open(onReport);

    await watch('Story by priya_raman');
    await viewer();
    await press('Report story');
    expect(onReport).toHaveBeenCalledWith(story);
    expect(screen.getByRole('button', { name: 'Play story' })).toBeVisible();

    await press('Previous story');
    expect(screen.queryByRole('button', { name: 'Report story' })).toBeNull();
  });
});

describe('a video story', () => {
  const video = () => {
    const shown = media();
    if (!(shown instanceof HTMLVideoElement)) throw new Error('No video is shown');
    return shown;
  };
  const watchVideo = async () => {
    withStories(aStory({ user: priya, mediaType: 'video' }), aStory({ user: kwame }));
    open();
    await watch('Story by priya_raman');
    await viewer();
    fireEvent.loadedData(video());
  };

  it('plays alone: what played on the page is paused', async () => {
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

  it('is muted and unmuted', async () => {
    await watchVideo();

    await press('Mute story');
    expect(video().muted).toBe(true);
    await press('Unmute story');
    expect(video().muted).toBe(false);
  });

  it('plays without sound where the browser allows no other', async () => {
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

  it('gives way to the next at its end', async () => {
    await watchVideo();

    fireEvent.ended(video());

    expect(await viewer()).toHaveAccessibleName('Story by kwame.asante');
  });
});

describe('an own story', () => {
  const story = aStory({ user: myself });
  const viewers = `GET /api/st/stories/${story._id}/viewers?limit=100`;
  const watchOwn = async () => {
    open();
    await watch(`Story by ${me.username}`);
    await viewer();
  };

  beforeEach(() => withStories(story));

  it('tells how many have seen it, and who', async () => {
    api.on(viewers, () => json([kwame, priya]));
    await watchOwn();

    await userEvent.click(await screen.findByRole('button', { name: 'Seen by 2' }));

    const list = within(screen.getByRole('region', { name: 'Fans who have seen this story' }));
    expect(list.getAllByRole('listitem').map((row) => row.textContent)).toEqual([
      'kwame.asante',
      'priya_raman',
    ]);
  });

  it('goes on with the page of viewers that the server names', async () => {
    api.on(viewers, () => page([kwame], { next: '/api/more' }));
    api.on('GET /api/more', () => json([priya]));
    await watchOwn();
    await userEvent.click(await screen.findByRole('button', { name: 'Seen by 1+' }));

    await press('Show more');

    expect(await screen.findByText('priya_raman')).toBeVisible();
    expect(screen.getByRole('button', { name: 'Seen by 2' })).toBeVisible();
  });

  it('says so when nobody has seen it yet', async () => {
    await watchOwn();

    await userEvent.click(await screen.findByRole('button', { name: 'Seen by 0' }));

    expect(screen.getByText('Nobody has seen it yet')).toBeVisible();
  });

  it('says when the viewers could not be fetched, and gets them with Retry', async () => {
    api.on(viewers, () => failure('It broke', 500));
    await watchOwn();
    await press('Seen by');
    expect(await screen.findByRole('alert')).toHaveTextContent('Failed to fetch who has seen it');

    api.on(viewers, () => json([kwame]));
    await press('Retry');

    expect(await screen.findByText('kwame.asante')).toBeVisible();
  });

  it('is deleted after a question, and leaves the strip when the server says so', async () => {
    const gone = later(() => new Response(null, { status: 204 }));
    api.on(`DELETE /api/st/stories/${story._id}`, gone.answer);
    await watchOwn();

    await press('Delete story');
    await press('Delete Story');
    expect(screen.getByRole('alertdialog')).toBeVisible();
    act(() => gone.arrive());

    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(screen.queryByRole('alertdialog')).toBeNull();
    expect(screen.queryByRole('button', { name: `Story by ${me.username}` })).toBeNull();
  });

  it('stays, with the reason in words, when the server refuses', async () => {
    api.on(`DELETE /api/st/stories/${story._id}`, () => failure('Deleting is closed today', 500));
    await watchOwn();

    await press('Delete story');
    await press('Delete Story');

    expect(await screen.findByRole('alert')).toHaveTextContent('Deleting is closed today');
    expect(await viewer()).toBeVisible();
  });
});

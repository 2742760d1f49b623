import { IMAGE_MAX_BYTES, type Post } from '@kickoff/contracts';
import { aPost, anOwnProfile } from '@kickoff/testing';
import { fakeApi, json } from '@kickoff/testing/fake-api';
import { onToast, ServerState, startSession, type Toast } from '@kickoff/web';
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { act, fireEvent, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';

import { heldUploads } from '../../test/fake-upload';
import { PostComposer } from './PostComposer';

const me = anOwnProfile();
const cup = new File(['cup'], 'cup.png', { type: 'image/png' });
const goal = new File(['goal'], 'goal.mp4', { type: 'video/mp4' });
const POSTS = 'POST /api/pt/posts';
let api: ReturnType<typeof fakeApi>;
let uploads: ReturnType<typeof heldUploads>;

beforeEach(() => {
  window.localStorage.clear();
  startSession('fan', 'token');
  api = fakeApi();
  api.on(POSTS, () => json(aPost()));
  uploads = heldUploads();
  // jsdom has no object URLs.
  Object.assign(URL, { createObjectURL: () => 'blob:chosen', revokeObjectURL: () => undefined });
});
afterEach(async () => {
  jest.restoreAllMocks();
  // An upload in flight outlives its page.
  for (const { breakOff } of uploads) act(breakOff);
  await act(() => Promise.resolve());
});

/** Returns the only upload in flight. */
const upload = async () => {
  await waitFor(() => expect(uploads).not.toHaveLength(0));
  const last = uploads.at(-1);
  if (!last) throw new Error('Nothing was sent.');
  return last;
};
const atHome = () =>
  render(
    <ServerState of="fan">
      <PostComposer fan={me} />
    </ServerState>,
  );
const open = async () => {
  const view = atHome();
  await userEvent.click(screen.getByRole('button', { name: 'Post Your Content' }));
  await screen.findByRole('textbox', { name: 'Your post' });
  return view;
};
const choose = (label: 'Add image' | 'Add video', file: File) =>
  userEvent.upload(screen.getByLabelText(label), file, { applyAccept: false });
const send = () => userEvent.click(screen.getByRole('button', { name: 'Post' }));
const published = (overrides: Partial<Post> = {}) =>
  act(async () => (await upload()).answer(aPost(overrides)));

describe('PostComposer with files', () => {
  it('sends text, picture, description and video in one form, text first', async () => {
    await open();
    await userEvent.keyboard('Look at this');
    await choose('Add image', cup);
    await userEvent.type(screen.getByRole('textbox', { name: 'Description' }), 'The cup');
    await choose('Add video', goal);

    await send();

    const { path, key, form } = await upload();
    expect(path).toBe('/api/pt/posts');
    expect(key).toMatch(/^[A-Za-z0-9_-]{8,64}$/);
    expect(Array.from(form.keys())).toEqual(['text', 'alt', 'image', 'video']);
    expect(form.get('text')).toBe('Look at this');
    expect(form.get('alt')).toBe('The cup');
    expect(form.get('image')).toHaveProperty('name', 'cup.png');
    expect(form.get('video')).toHaveProperty('name', 'goal.mp4');
    await published();
    await waitFor(() => expect(screen.queryByRole('textbox')).toBeNull());
  });

  it('adopts what was typed while the code of its form loads', async () => {
    atHome();
    fireEvent.click(screen.getByRole('button', { name: 'Post Your Content' }));
    const early = screen.getByRole('textbox', { name: 'Post Your Content' });
    expect(early).toHaveFocus();
    fireEvent.change(early, { target: { value: 'First words' } });

    await screen.findByRole('button', { name: 'Post' });

    const text = screen.getByRole('textbox', { name: 'Your post' });
    expect(text).toHaveFocus();
    expect(text).toHaveValue('First words');
    await userEvent.type(text, ', then more');
    await send();
    await waitFor(() => expect(api.sent(POSTS)).toHaveLength(1));
    expect(api.sent(POSTS)[0]?.field('text')).toBe('First words, then more');
  });

  it('requires no text', async () => {
    await open();
    await choose('Add image', cup);

    await send();

    expect((await upload()).form.get('text')).toBe('');
    expect(screen.queryByRole('alert')).toBeNull();
  });

  it('previews the chosen files and omits removed ones', async () => {
    await open();
    await choose('Add image', cup);
    expect(screen.getByRole('img', { name: 'Chosen image: cup.png' })).toBeVisible();
    await choose('Add video', goal);
    expect(screen.getByLabelText('Chosen video: goal.mp4')).toBeVisible();

    await userEvent.click(screen.getByRole('button', { name: 'Remove cup.png' }));
    await send();

    expect((await upload()).form.has('image')).toBe(false);
    expect((await upload()).form.has('video')).toBe(true);
  });

  it('removes the description with its picture', async () => {
    await open();
    await choose('Add image', cup);
    await userEvent.type(screen.getByLabelText('Description'), 'The cup');
    await userEvent.click(screen.getByRole('button', { name: 'Remove cup.png' }));

    await choose('Add image', new File(['card'], 'card.png', { type: 'image/png' }));

    expect(screen.getByLabelText('Description')).toHaveValue('');
  });

  it('accepts a pasted picture', async () => {
    await open();

    fireEvent.paste(screen.getByRole('textbox'), {
      clipboardData: { files: [cup], getData: () => '' },
    });

    expect(screen.getByRole('img', { name: 'Chosen image: cup.png' })).toBeVisible();
  });

  it('pastes the text of a table, not its picture', async () => {
    await open();

    const isLeftToTheBrowser = fireEvent.paste(screen.getByRole('textbox'), {
      clipboardData: { files: [cup], getData: () => 'Points: 3' },
    });

    expect(isLeftToTheBrowser).toBe(true);
    expect(screen.queryByRole('img', { name: /^Chosen image/ })).toBeNull();
  });

  it('accepts a dropped picture and video, and names rejected files', async () => {
    await open();
    const second = new File(['second'], 'second.png', { type: 'image/png' });
    const tune = new File(['x'], 'tune.mp3', { type: 'audio/mpeg' });

    fireEvent.drop(screen.getByRole('textbox', { name: 'Your post' }), {
      dataTransfer: { files: [tune, cup, goal, second] },
    });

    expect(screen.getByRole('img', { name: 'Chosen image: cup.png' })).toBeVisible();
    expect(screen.getByLabelText('Chosen video: goal.mp4')).toBeVisible();
    expect(screen.getByRole('alert')).toHaveTextContent(
      '“tune.mp3” is not a JPEG, PNG, WebP or GIF picture. “second.png” is one too many: a post has one picture and one video',
    );
  });

  it.each([
    ['Add image', new File(['x'], 'tune.mp3', { type: 'audio/mpeg' }), /“tune.mp3” is not a JPEG/],
    [
      'Add image',
      new File(['x'], 'logo.svg', { type: 'image/svg+xml' }),
      /“logo.svg” is not a JPEG/,
    ],
    [
      'Add video',
      new File(['x'], 'old.avi', { type: 'video/x-msvideo' }),
      /“old.avi” is not an MP4/,
    ],
    ['Add image', new File([], 'none.png', { type: 'image/png' }), /“none.png” is empty/],
    [
      'Add image',
      new File([new Uint8Array(IMAGE_MAX_BYTES + 1)], 'huge.png', { type: 'image/png' }),
      /“huge.png” is larger than 10 MB/,
    ],
  ] as const)('%s rejects an invalid file before sending (case %#)', async (label, file, words) => {
    await open();

    await choose(label, file);

    expect(screen.getByRole('alert')).toHaveTextContent(words);
    expect(screen.queryByRole('button', { name: /^Remove/ })).toBeNull();
  });

  it('shows the progress and preserves the draft on cancel', async () => {
    await open();
    await userEvent.keyboard('On its way');
    await choose('Add image', cup);
    await send();
    const sending = await upload();
    act(() => sending.progress(42));
    expect(screen.getByText('42 %')).toBeVisible();

    await userEvent.click(screen.getByRole('button', { name: 'Cancel' }));

    expect(sending.wasTakenBack()).toBe(true);
    await waitFor(() => expect(screen.queryByText('42 %')).toBeNull());
    expect(screen.queryByRole('alert')).toBeNull();
    expect(screen.getByRole('textbox', { name: 'Your post' })).toHaveValue('On its way');
    expect(screen.getByRole('img', { name: 'Chosen image: cup.png' })).toBeVisible();
  });

  it('preserves the draft when the server rejects it and retries with the same key', async () => {
    await open();
    await choose('Add image', cup);
    await send();
    const first = await upload();
    act(() => first.answer({ error: 'The image is too large' }, 413));
    expect(await screen.findByRole('alert')).toHaveTextContent('The image is too large');
    expect(screen.getByRole('img', { name: 'Chosen image: cup.png' })).toBeVisible();

    await send();

    await waitFor(() => expect(uploads).toHaveLength(2));
    expect(uploads[1]?.key).toBe(first.key);
  });

  it('publishes once however often the button is pressed', async () => {
    await open();
    await choose('Add image', cup);

    for (let press = 0; press < 5; press += 1) await send();

    await upload();
    expect(uploads).toHaveLength(1);
  });

  describe('PostComposer after navigation to another page', () => {
    const leave = async () => {
      const view = await open();
      await userEvent.keyboard('On its way');
      await choose('Add image', cup);
      await send();
      const sending = await upload();
      view.unmount();
      return sending;
    };
    let toasts: Toast[];
    let unsubscribe: () => void;

    beforeEach(() => {
      toasts = [];
      unsubscribe = onToast(
        (toast) => toasts.push(toast),
        () => undefined,
      );
    });
    afterEach(() => unsubscribe());

    it('shows the progress and the result on return', async () => {
      const sending = await leave();
      atHome();
      expect(await screen.findByRole('textbox', { name: 'Your post' })).toHaveValue('On its way');
      act(() => sending.progress(42));
      expect(screen.getByText('42 %')).toBeVisible();
      await send();
      expect(uploads).toHaveLength(1);

      await published();

      await waitFor(() => expect(screen.queryByRole('textbox')).toBeNull());
      expect(screen.getByText('Your post is published')).toBeInTheDocument();
      expect(toasts).toEqual([]);
    });

    it('can be cancelled', async () => {
      const sending = await leave();
      atHome();

      act(() => sending.progress(42));
      await userEvent.click(await screen.findByRole('button', { name: 'Cancel' }));

      expect(sending.wasTakenBack()).toBe(true);
      await waitFor(() => expect(screen.queryByText('42 %')).toBeNull());
      expect(screen.getByRole('textbox', { name: 'Your post' })).toHaveValue('On its way');
    });

    it('shows a toast when it is published, and an empty composer at home', async () => {
      await leave();

      await published();

      await waitFor(() => expect(toasts).toEqual([{ kind: 'ok', text: 'Your post is published' }]));
      atHome();
      expect(screen.queryByRole('textbox')).toBeNull();
    });

    it('shows a toast when it fails and preserves the post at home', async () => {
      const sending = await leave();

      act(() => sending.answer({ error: 'The image is too large' }, 413));

      await waitFor(() =>
        expect(toasts).toEqual([
          { kind: 'error', text: 'Your post is not published: The image is too large' },
        ]),
      );
      atHome();
      expect(await screen.findByRole('textbox', { name: 'Your post' })).toHaveValue('On its way');
    });
  });
});

import { aStory } from '@kickoff/testing';
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { act, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';

import { press } from '../../test/buttons';
import { me, myself, priya } from '../../test/fans';
import { heldUploads } from '../../test/fake-upload';
import { openStories, rings, serveStories, type StoriesServer } from '../../test/stories';
import { collectedToasts } from '../../test/toasts';

const toasts = collectedToasts();
let server: StoriesServer;
let uploads: ReturnType<typeof heldUploads>;

beforeEach(() => {
  server = serveStories();
  uploads = heldUploads();
  // jsdom has no object URLs.
  Object.assign(URL, { createObjectURL: () => 'blob:chosen', revokeObjectURL: () => undefined });
});
afterEach(() => {
  jest.restoreAllMocks();
});

describe('NewStoryDialog', () => {
  const choose = async (file: File) => {
    // Bypasses the input's filter, which does not apply to drops.
    const person = userEvent.setup({ applyAccept: false });
    await person.upload(await screen.findByLabelText('Add story'), file);
  };
  const anImage = (name = 'goal.png') => new File(['picture'], name, { type: 'image/png' });
  const send = () => press('Add story');
  const upload = (index = 0) => {
    const sent = uploads[index];
    if (!sent) throw new Error('Nothing was sent');
    return sent;
  };

  it.each([
    ['scores.pdf', 'application/pdf'],
    ['imagetype', ''],
  ])('rejects %s of type %j by name', async (name, type) => {
    openStories();

    await choose(new File(['x'], name, { type }));

    expect(toasts).toEqual([
      { kind: 'error', text: `Only images and videos can be added to a story: ${name}` },
    ]);
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it('rejects an image that is too large before sending', async () => {
    const file = anImage('huge.png');
    Object.defineProperty(file, 'size', { value: 10 * 1024 * 1024 + 1 });
    openStories();

    await choose(file);

    expect(toasts).toEqual([{ kind: 'error', text: '“huge.png” is larger than 10 MB' }]);
    expect(uploads).toEqual([]);
  });

  it('previews the file, and revokes its URL on close', async () => {
    const live = new Set<string>();
    Object.assign(URL, {
      createObjectURL: () => {
        const url = `blob:chosen-${live.size + 1}`;
        live.add(url);
        return url;
      },
      revokeObjectURL: (url: string) => live.delete(url),
    });
    openStories();
    await choose(anImage());

    const shown = (await screen.findByRole('dialog')).querySelector('img')?.getAttribute('src');
    expect([...live]).toEqual([shown]);

    await press('Cancel');
    expect([...live]).toEqual([]);
  });

  it('sends type, caption, description and file, shows the progress and prepends the story', async () => {
    server.has(aStory({ user: priya }));
    openStories();
    await screen.findByRole('button', { name: 'Story by priya_raman' });
    await choose(anImage());
    await userEvent.type(await screen.findByLabelText('Description'), 'Our end');
    await userEvent.type(screen.getByLabelText('Caption'), 'Here we go');

    await send();
    act(() => upload().progress(25));
    expect(screen.getByRole('progressbar', { name: 'Sending goal.png' })).toHaveValue(0.25);
    expect(Object.fromEntries(upload().form)).toMatchObject({
      mediaType: 'image',
      alt: 'Our end',
      caption: 'Here we go',
    });
    expect(upload().form.get('media')).toBeInstanceOf(File);
    act(() => upload().answer(aStory({ user: myself })));

    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(rings()).toEqual([`Story by ${me.username}`, 'Story by priya_raman']);
    expect(toasts).toEqual([{ kind: 'ok', text: 'Your story is added' }]);
  });

  it('creates one story for five clicks', async () => {
    openStories();
    await choose(anImage());
    await screen.findByLabelText('Description');

    for (let time = 0; time < 5; time += 1) await send();

    expect(uploads).toHaveLength(1);
  });

  it('preserves the file on failure and retries with the same key', async () => {
    openStories();
    await choose(anImage());
    await screen.findByLabelText('Description');
    await send();
    act(() => upload().breakOff());
    expect(await screen.findByRole('alert')).toHaveTextContent('An error occurred');

    await send();

    expect(upload(1).form.get('media')).toBeInstanceOf(File);
    expect(upload(1).key).toBe(upload(0).key);
  });

  it('reports that an earlier version was published and sends again with a new key', async () => {
    openStories();
    await choose(anImage());
    await screen.findByLabelText('Description');
    await send();
    act(() => upload().answer({ error: 'Used for another request' }, 409));
    expect(await screen.findByRole('alert')).toHaveTextContent('with another caption');

    await send();

    expect(upload(1).key).not.toBe(upload(0).key);
  });

  it('cancels an upload', async () => {
    openStories();
    await choose(anImage());
    await screen.findByLabelText('Description');
    await send();

    await press('Cancel');

    expect(upload().wasTakenBack()).toBe(true);
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(toasts).toEqual([]);
  });
});

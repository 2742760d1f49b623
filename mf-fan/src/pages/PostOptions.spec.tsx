import { failure, json, later } from '@kickoff/testing/fake-api';
import { logOut } from '@kickoff/web';
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';

import { button, findButton } from '../test/buttons';
import { me, myself } from '../test/fans';
import { heldSeconds } from '../test/held-seconds';
import { type PostServer, servePost } from '../test/post-page';
import { collectedToasts } from '../test/toasts';

const LOGOUT = 'POST /api/auth/logout';

const toasts = collectedToasts({ isShown: true });
let server: PostServer;

beforeEach(() => {
  server = servePost();
});
afterEach(() => {
  jest.useRealTimers();
  jest.restoreAllMocks();
});

describe('PostMenu', () => {
  const choose = async (item: string) => {
    await userEvent.click(await findButton('Post options'));
    await userEvent.click(await screen.findByRole('menuitem', { name: item }));
  };
  const startDeletion = async () => {
    await choose('Delete');
    await findButton('Undo');
  };
  const items = () => screen.getAllByRole('menuitem').map(({ textContent }) => textContent);

  it("reports another fan's post", async () => {
    server.open();
    await userEvent.click(await findButton('Post options'));
    await screen.findByRole('menu', { name: 'Post options' });
    expect(items()).toEqual(['Copy link', 'Quote', 'Save', 'Follow', 'Mute', 'Block', 'Report']);

    await userEvent.keyboard('{End}{Enter}');

    expect(
      await screen.findByRole('dialog', { name: 'Report the post of hana.sato' }),
    ).toBeVisible();
  });

  it('is navigated by arrow keys and closed by Escape', async () => {
    server.has({ user: myself });
    server.open();
    await screen.findByRole('link', { name: me.username });
    await waitFor(() => expect(server.sent('GET /api/user/profile')).toHaveLength(1));
    await userEvent.click(button('Post options'));
    await screen.findByRole('menu');
    expect(items()).toEqual(['Copy link', 'Quote', 'Save', 'Edit', 'Delete']);
    expect(screen.getByRole('menuitem', { name: 'Copy link' })).toHaveFocus();

    await userEvent.keyboard('{ArrowDown}');
    expect(screen.getByRole('menuitem', { name: 'Quote' })).toHaveFocus();
    await userEvent.keyboard('{ArrowUp}{ArrowUp}');
    expect(screen.getByRole('menuitem', { name: 'Delete' })).toHaveFocus();
    await userEvent.keyboard('{Escape}');

    expect(screen.queryByRole('menu')).toBeNull();
    expect(button('Post options')).toHaveFocus();
  });

  describe('PostMenu of an own post', () => {
    const DELETE = () => `DELETE /api/user/posts/${server.post()._id}`;
    const PATCH = () => `PATCH ${server.path()}`;

    beforeEach(() => {
      server.has({ user: myself, text: 'Frist!' });
      server.on(DELETE(), () => json({ message: 'Post deleted' }));
    });

    it('edits the text in place', async () => {
      server.on(PATCH(), () => json({ ...server.post(), text: 'First!', edited: true }));
      server.open();
      await screen.findByText('Frist!');
      await choose('Edit');
      const text = await screen.findByRole('textbox', { name: 'Text of your post' });
      expect(text).toHaveValue('Frist!');

      fireEvent.change(text, { target: { value: 'First!' } });
      await userEvent.click(button('Save'));

      expect(await screen.findByText('First!')).toBeVisible();
      expect(screen.getByText('edited')).toBeVisible();
      expect(server.sent(PATCH()).map(({ body }) => body)).toEqual([{ text: 'First!' }]);
      expect(button('Post options')).toHaveFocus();
    });

    it('preserves an edit that could not be saved over a reload', async () => {
      server.on(PATCH(), () => failure('Not now', 503));
      const { unmount } = server.open();
      await screen.findByText('Frist!');
      await choose('Edit');
      fireEvent.change(await screen.findByRole('textbox'), { target: { value: 'First!' } });
      await userEvent.click(button('Save'));
      expect(await screen.findByRole('alert')).toHaveTextContent('Not now');
      unmount();

      server.open();
      await screen.findByText('Frist!');
      await choose('Edit');

      expect(await screen.findByRole('textbox')).toHaveValue('First!');
    });

    it('shows an error toast for an edit that fails after its page, until it is saved again', async () => {
      const late = later(() => failure('Not now', 503));
      server.on(PATCH(), late.answer);
      const { unmount } = server.open();
      await screen.findByText('Frist!');
      await choose('Edit');
      fireEvent.change(await screen.findByRole('textbox'), { target: { value: 'First!' } });
      await userEvent.click(button('Save'));
      unmount();
      act(() => late.arrive());
      const text = 'Your post is not changed: Not now';
      await waitFor(() => expect(toasts).toEqual([{ kind: 'error', text }]));

      server.on(PATCH(), () => json({ ...server.post(), text: 'First!', edited: true }));
      server.open();
      await screen.findByText('Frist!');
      await choose('Edit');
      await userEvent.click(await findButton('Save'));

      expect(await screen.findByText('edited')).toBeVisible();
      expect(toasts).toEqual([]);
    });

    it('cannot be closed while an edit is being saved', async () => {
      const slow = later(() => json({ ...server.post(), text: 'First!', edited: true }));
      server.on(PATCH(), slow.answer);
      server.open();
      await screen.findByText('Frist!');
      await choose('Edit');
      fireEvent.change(await screen.findByRole('textbox'), { target: { value: 'First!' } });
      await userEvent.click(button('Save'));

      await userEvent.click(button('Cancel'));
      await userEvent.keyboard('{Escape}');

      expect(screen.getByRole('textbox')).toHaveValue('First!');
      slow.arrive();
      expect(await screen.findByText('edited')).toBeVisible();
      expect(screen.queryByRole('textbox')).toBeNull();
    });

    it('preserves an edit when Escape ends the composition of an input method', async () => {
      server.open();
      await screen.findByText('Frist!');
      await choose('Edit');
      const text = await screen.findByRole('textbox');
      fireEvent.change(text, { target: { value: '一番' } });

      fireEvent.keyDown(text, { key: 'Escape', isComposing: true });

      expect(screen.getByRole('textbox')).toHaveValue('一番');
    });

    it('rejects an empty text', async () => {
      server.open();
      await screen.findByText('Frist!');
      await choose('Edit');
      fireEvent.change(await screen.findByRole('textbox'), { target: { value: '  ' } });

      await userEvent.click(button('Save'));

      expect(screen.getByRole('alert')).toHaveTextContent('A post needs text');
      expect(server.sent(PATCH())).toEqual([]);
    });

    it('deletes after five seconds, when the server confirms', async () => {
      const clock = heldSeconds();
      const reply = later(() => json({ message: 'Post deleted' }));
      server.on(DELETE(), reply.answer);
      server.open();
      await screen.findByText('Frist!');
      await startDeletion();
      expect(screen.getByText('Deleting in 5 s')).toBeVisible();
      // Faded, but with a contrast of 4.5:1 in both themes.
      expect(screen.getByText('Frist!').parentElement).toHaveStyle({ opacity: '0.7' });
      act(() => clock.pass(4));
      expect(screen.getByText('Deleting in 1 s')).toBeVisible();
      expect(server.sent(DELETE())).toEqual([]);

      act(() => clock.pass(1));
      expect(server.sent(DELETE())).toHaveLength(1);
      expect(screen.getByText('Frist!')).toBeVisible();
      act(() => reply.arrive());

      expect(await screen.findByText('This post is gone, or was never here.')).toBeVisible();
    });

    it('preserves the post when the deletion is undone', async () => {
      const clock = heldSeconds();
      server.open();
      await screen.findByText('Frist!');
      await startDeletion();
      expect(button('Undo')).toHaveFocus();

      await userEvent.click(button('Undo'));
      act(() => clock.pass(60));

      expect(screen.getByText('Frist!')).toBeVisible();
      expect(screen.queryByText(/Deleting/)).toBeNull();
      expect(server.sent(DELETE())).toEqual([]);
      expect(button('Post options')).toHaveFocus();
    });

    it('deletes immediately when the fan leaves the page', async () => {
      heldSeconds();
      server.open();
      await screen.findByText('Frist!');
      await startDeletion();

      act(() => void window.dispatchEvent(new Event('pagehide')));

      expect(server.sent(DELETE()).map(({ keepalive }) => keepalive)).toEqual([true]);
      await screen.findByText('This post is gone, or was never here.');
    });

    it('deletes before the session ends at a logout', async () => {
      const clock = heldSeconds();
      const reply = later(() => json({ message: 'Post deleted' }));
      server.on(DELETE(), reply.answer);
      server.on(LOGOUT, () => new Response(null, { status: 204 }));
      server.open();
      await screen.findByText('Frist!');
      await startDeletion();

      await act(() => logOut('fan'));
      const [deletion] = server.sent(DELETE());
      expect(deletion?.headers.get('Authorization')).toBe('Bearer token');
      expect(server.sent(LOGOUT)).toEqual([]);
      await act(async () => {
        reply.arrive();
        await Promise.resolve();
      });

      await waitFor(() => expect(server.sent(LOGOUT)).toHaveLength(1));
      expect(server.sent(LOGOUT)[0]?.headers.get('Authorization')).toBe('Bearer token');
      act(() => clock.pass(60));
      expect(server.sent(DELETE())).toHaveLength(1);
    });

    it('removes a post that no longer exists', async () => {
      const clock = heldSeconds();
      server.on(DELETE(), () => failure('There is no such post', 404));
      server.open();
      await screen.findByText('Frist!');
      await startDeletion();

      act(() => clock.pass(5));

      expect(await screen.findByText('This post is gone, or was never here.')).toBeVisible();
    });

    it('shows why the server rejected the deletion', async () => {
      const clock = heldSeconds();
      server.on(DELETE(), () => failure('Deleting is closed for today', 500));
      server.open();
      await screen.findByText('Frist!');
      await startDeletion();

      act(() => clock.pass(5));

      expect(await screen.findByRole('alert')).toHaveTextContent('Deleting is closed for today');
      expect(button('Post options')).toHaveFocus();
      expect(button('Like')).toBeVisible();
    });
  });
});

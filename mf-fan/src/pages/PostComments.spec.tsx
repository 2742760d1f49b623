import type { Comment } from '@kickoff/contracts';
import { aPost } from '@kickoff/testing';
import { failure, json, later } from '@kickoff/testing/fake-api';
import { ServerState } from '@kickoff/web';
import { mayHaveDraft } from '@kickoff/web/drafts';
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { act, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';

import { FirstStepsList } from '../features/first-steps/FirstStepsList';
import { FoundPosts } from '../features/posts/FoundPosts';
import { button, findButton } from '../test/buttons';
import { hana, me, myself, priya } from '../test/fans';
import { FEED, openHome, serveHome } from '../test/home-page';
import { type PostServer, servePost } from '../test/post-page';
import { collectedToasts } from '../test/toasts';
import PostPage from './PostPage';

let server: PostServer;

beforeEach(() => {
  server = servePost();
});
afterEach(() => {
  jest.restoreAllMocks();
});

const aComment = (overrides: Partial<Comment> = {}): Comment => ({
  _id: String(Math.random()).slice(2).padEnd(24, '0'),
  user: hana,
  text: 'Fair play',
  createdAt: '2026-11-21T18:00:00.000Z',
  ...overrides,
});
const comments = () =>
  within(screen.getByRole('list', { name: 'Comments' }))
    .getAllByRole('listitem')
    .map((line) => line.querySelector('p')?.textContent);

describe('PostComments', () => {
  const COMMENT = () => `POST ${server.path('/comment')}`;
  const COMMENTS = () => `GET ${server.path('/comments?limit=50')}`;
  const box = () => screen.findByRole('textbox', { name: 'Write a comment' });
  const send = () => userEvent.click(button('Send'));
  const three = ['One', 'Two', 'Three'].map((text) => aComment({ text }));
  const lines = (...texts: string[]) => texts.map((text) => `hana.sato ${text}`);
  /** Makes the server append a comment. */
  const takes = (text: string) => {
    const comment = aComment({ text, user: myself });
    server.on(COMMENT(), () =>
      json({
        ...server.post(),
        comments: [...server.post().comments, comment],
        commentsCount: server.post().commentsCount + 1,
      }),
    );
    server.on(COMMENTS(), () => json([...three, comment]));
    return comment;
  };

  /** Opens the menu of a comment and returns its items. */
  const itemsOf = async (index: number) => {
    const menuButton = screen.getAllByRole('button', { name: 'Comment options' })[index];
    if (!menuButton) throw new Error('There is no such comment.');
    await userEvent.click(menuButton);
    await screen.findByRole('menu', { name: 'Comment options' });
    return screen.getAllByRole('menuitem').map(({ textContent }) => textContent);
  };

  it("shows all on the post's own page, and the first two when collapsed", async () => {
    server.has({ comments: three.slice(0, 2), commentsCount: 3 });
    server.on(COMMENTS(), () => json(three));
    server.open();
    await screen.findByText(/Three/);
    expect(comments()).toEqual(lines('One', 'Two', 'Three'));

    await userEvent.click(button('Hide comments'));
    expect(comments()).toEqual(lines('One', 'Two'));

    await userEvent.click(button('Show all 3 comments'));
    expect(comments()).toEqual(lines('One', 'Two', 'Three'));
    expect(button('Hide comments')).toHaveAttribute('aria-expanded', 'true');
  });

  it('shows the error and the first two comments when loading fails', async () => {
    server.has({ comments: three.slice(0, 2), commentsCount: 3 });
    server.on(COMMENTS(), () => failure('It broke', 500));
    server.open();
    expect(await screen.findByText('The comments did not load.')).toBeVisible();
    expect(comments()).toEqual(lines('One', 'Two'));

    server.on(COMMENTS(), () => json(three));
    await userEvent.click(button('Retry'));

    expect(await screen.findByText(/Three/)).toBeVisible();
  });

  it('sends a comment once, shows it at once, closes and clears the form', async () => {
    takes('Well said');
    server.open();
    await userEvent.click(await findButton('Comment'));
    expect(await box()).toHaveFocus();
    await userEvent.keyboard('Well said');

    await send();

    await waitFor(() => expect(comments()).toEqual([`${me.username} Well said`]));
    expect(screen.queryByRole('textbox')).toBeNull();
    expect(button('Comment')).toHaveFocus();
    expect(server.sent(COMMENT()).map(({ body }) => body)).toEqual([{ text: 'Well said' }]);
    await userEvent.click(button('Comment'));
    expect(await box()).toHaveValue('');
  });

  it('adopts what was typed while the code of the form loads', async () => {
    takes('Early words');
    server.open();
    fireEvent.click(await findButton('Comment'));
    const early = screen.getByRole('textbox', { name: 'Comment' });
    expect(early).toHaveFocus();
    fireEvent.change(early, { target: { value: 'Early' } });
    await findButton('Send');

    expect(await box()).toHaveFocus();
    expect(await box()).toHaveValue('Early');
    await userEvent.keyboard(' words{Enter}');

    await waitFor(() => expect(server.sent(COMMENT())).toHaveLength(1));
    expect(server.sent(COMMENT()).map(({ body }) => body)).toEqual([{ text: 'Early words' }]);
    await userEvent.click(button('Comment'));
    expect(await box()).toHaveValue('');
  });

  it('shows a new comment at the end of a long list', async () => {
    server.has({ comments: three.slice(0, 2), commentsCount: 3 });
    server.on(COMMENTS(), () => json(three));
    server.open();
    await userEvent.click(await findButton('Comment'));
    await box();
    takes('Last word');
    await userEvent.keyboard('Last word');

    await send();

    await waitFor(() => expect(comments()).toHaveLength(4));
    expect(comments().at(-1)).toBe(`${me.username} Last word`);
  });

  it('shows a new comment again after the list was hidden', async () => {
    server.has({ comments: three.slice(0, 2), commentsCount: 3 });
    server.on(COMMENTS(), () => json(three));
    // Without the live updates of a page, which would refetch the comments.
    render(
      <ServerState of="fan">
        <FoundPosts posts={[server.post()]} readerId={me._id} />
      </ServerState>,
    );
    await userEvent.click(button('Show all 3 comments'));
    await screen.findByText(/Three/);
    await userEvent.click(button('Comment'));
    await box();
    takes('Last word');
    await userEvent.keyboard('Last word{Enter}');
    await waitFor(() => expect(comments()).toHaveLength(4));

    await userEvent.click(button('Hide comments'));
    await userEvent.click(button('Show all 3 comments'));

    await waitFor(() => expect(comments().at(-1)).toBe(`${me.username} Last word`));
    expect(comments()).toHaveLength(4);
  });

  it('completes the first step of a newcomer by a comment', async () => {
    const steps = { team: false, follows: 0, post: false, done: false };
    server.on('GET /api/user/first-steps', () => json(steps));
    render(
      <ServerState of="fan">
        <FirstStepsList me={me} teams={() => null} fans={null} onOver={() => undefined} />
        <PostPage params={{ postId: server.post()._id }} />
      </ServerState>,
    );
    expect(await findButton(/^Say hello/)).toBeEnabled();
    takes('Hello all');
    server.on('GET /api/user/first-steps', () => json({ ...steps, post: true }));
    await userEvent.click(button('Comment'));
    await box();

    await userEvent.keyboard('Hello all{Enter}');

    await waitFor(() => expect(button(/^Say hello/)).toBeDisabled());
  });

  it('shows the reason, preserves the text and retries with one key when sending fails', async () => {
    server.on(COMMENT(), () => failure('Not now', 503));
    server.open();
    await userEvent.click(await findButton('Comment'));
    await box();
    await userEvent.keyboard('Do not lose me');
    await send();
    expect(await screen.findByRole('alert')).toHaveTextContent('Not now');
    expect(await box()).toHaveValue('Do not lose me');
    takes('Do not lose me');

    await send();

    await waitFor(() => expect(screen.queryByRole('textbox')).toBeNull());
    const keys = server.sent(COMMENT()).map(({ headers }) => headers.get('Idempotency-Key'));
    expect(keys[0]).toMatch(/^[A-Za-z0-9_-]{8,64}$/);
    expect(keys[1]).toBe(keys[0]);
  });

  it.each(['', ' \t '])('rejects the text %j without a request', async (text) => {
    server.open();
    await userEvent.click(await findButton('Comment'));
    fireEvent.change(await box(), { target: { value: text } });

    await send();

    expect(screen.getByRole('alert')).toHaveTextContent('A comment needs text');
    expect(server.sent(COMMENT())).toEqual([]);
  });

  it('counts characters near the limit and rejects a longer text', async () => {
    server.open();
    await userEvent.click(await findButton('Comment'));
    fireEvent.change(await box(), { target: { value: '⚽'.repeat(4_999) } });
    expect(screen.getByText('1 character left')).toBeVisible();
    fireEvent.change(await box(), { target: { value: '⚽'.repeat(5_001) } });

    await send();

    expect(screen.getByRole('alert')).toHaveTextContent('at most 5,000 characters');
    expect(server.sent(COMMENT())).toEqual([]);
  });

  it('lets a fan delete an own comment but not that of another fan', async () => {
    const mine = aComment({ text: 'Mine', user: myself });
    server.has({ comments: [three[0] ?? mine, mine], commentsCount: 2 });
    server.on(
      `DELETE ${server.path(`/comments/${mine._id}`)}`,
      () => new Response(null, { status: 204 }),
    );
    server.open();
    await findButton('Comment');
    await waitFor(() => expect(server.sent('GET /api/user/profile')).toHaveLength(1));
    expect(await itemsOf(0)).toEqual(['Copy', 'Report']);
    expect(await itemsOf(1)).toEqual(['Copy', 'Delete']);

    await userEvent.click(screen.getByRole('menuitem', { name: 'Delete' }));
    const question = within(await screen.findByRole('alertdialog'));
    server.has({ comments: three.slice(0, 1), commentsCount: 1 });
    await userEvent.click(question.getByRole('button', { name: 'Delete comment' }));

    await waitFor(() => expect(comments()).toEqual(lines('One')));
    expect(button('Comment')).toHaveFocus();
  });

  it("lets the post's owner delete others' comments", async () => {
    server.has({ user: myself, comments: three.slice(0, 2), commentsCount: 2 });
    server.open();

    await findButton('Comment');
    await waitFor(() => expect(server.sent('GET /api/user/profile')).toHaveLength(1));
    expect(await itemsOf(0)).toEqual(['Copy', 'Report', 'Delete']);
  });

  it("reports others' comments", async () => {
    server.has({ comments: three.slice(0, 1), commentsCount: 1 });
    server.open();

    await findButton('Comment');
    await itemsOf(0);
    await userEvent.click(screen.getByRole('menuitem', { name: 'Report' }));

    expect(
      await screen.findByRole('dialog', { name: 'Report the comment of hana.sato' }),
    ).toBeVisible();
  });

  it('copies a comment', async () => {
    const user = userEvent.setup();
    server.has({ comments: three.slice(0, 1), commentsCount: 1 });
    server.open();
    await user.click(await findButton('Comment options'));

    await user.click(await screen.findByRole('menuitem', { name: 'Copy' }));

    await waitFor(async () => expect(await navigator.clipboard.readText()).toBe('One'));
    expect(button('Comment options')).toHaveFocus();
  });

  it('shows the number of comments beside the icon', async () => {
    server.has({ comments: three, commentsCount: 3 });
    server.on(COMMENTS(), () => json(three));
    server.open();

    expect(await screen.findByText('3')).toHaveTextContent('3 comments');
  });

  it('links truncated comments to the whole post', async () => {
    const cut = aComment({ text: 'x'.repeat(300), truncated: true });
    server.has({ comments: [cut, aComment({ text: 'Short' })], commentsCount: 2 });
    server.open();

    const more = await screen.findByRole('link', {
      name: 'Show more of the comment of hana.sato',
    });

    expect(more).toHaveAttribute('href', `/p/${server.post()._id}`);
    expect(comments()[0]).toContain(`${'x'.repeat(300)}…`);
    expect(screen.getAllByRole('link', { name: /Show more/ })).toHaveLength(1);
  });
});

describe('PostComments of two posts', () => {
  const toasts = collectedToasts({ isShown: true });
  const first = aPost({ user: hana });
  const COMMENT = `POST /api/pt/posts/${first._id}/comment`;
  /** Opens the comment form of an author's post and returns its field. */
  const openForm = async (author: string) => {
    const post = within(await screen.findByRole('article', { name: author }));
    await userEvent.click(post.getByRole('button', { name: 'Comment' }));
    return post.findByRole('textbox', { name: 'Write a comment' });
  };
  /** Sends a comment on the first post, and opens the form of the second before the response. */
  const commentAndOpenNext = async (answer: () => Response) => {
    const home = serveHome();
    home.on(FEED, () => json([first, aPost({ user: priya })]));
    const late = later(answer);
    home.on(COMMENT, late.answer);
    openHome();
    await openForm('hana.sato');
    await userEvent.keyboard('Well said{Enter}');
    const field = await openForm('priya_raman');
    await act(async () => {
      late.arrive();
      await Promise.resolve();
    });
    return field;
  };

  it('leaves the form of another post open with its focus after a comment', async () => {
    const comments = [aComment({ text: 'Well said', user: myself })];

    const field = await commentAndOpenNext(() => json({ ...first, comments, commentsCount: 1 }));

    await waitFor(() => expect(mayHaveDraft(me._id, `comment:${first._id}`)).toBe(false));
    expect(field).toHaveFocus();
    expect(screen.getByText('Well said')).toBeVisible();
  });

  it('shows an error toast for a failed comment whose form is closed, until it is sent again', async () => {
    const field = await commentAndOpenNext(() => failure('Not now', 503));
    const text = 'Your comment is not published: Not now';
    await waitFor(() => expect(toasts).toEqual([{ kind: 'error', text }]));
    expect(field).toHaveFocus();

    await openForm('hana.sato');
    await userEvent.keyboard('{Enter}');

    expect(toasts).toEqual([]);
  });
});

import type { Comment, Post } from '@kickoff/contracts';
import { aPost, anOwnProfile } from '@kickoff/testing';
import { failure, fakeApi, json, later, page } from '@kickoff/testing/fake-api';
import { ServerState, startSession } from '@kickoff/web';
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { act, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';

import { heldSeconds } from '../test/held-seconds';
import PostPage from './PostPage';

const me = anOwnProfile();
const myself = { _id: me._id, username: me.username, profilePicture: '' };
const hana = { _id: 'e'.repeat(24), username: 'hana.sato', profilePicture: '' };
let api: ReturnType<typeof fakeApi>;
let post: Post;

const aComment = (overrides: Partial<Comment> = {}): Comment => ({
  _id: String(Math.random()).slice(2).padEnd(24, '0'),
  user: hana,
  text: 'Fair play',
  createdAt: '2026-11-21T18:00:00.000Z',
  ...overrides,
});
const path = (rest = '') => `/api/pt/posts/${post._id}${rest}`;
/** From now on the server has this post. */
const has = (overrides: Partial<Post>) => {
  post = { ...post, ...overrides };
  api.on(`GET ${path()}`, () => json(post));
};
const open = () =>
  render(
    <ServerState of="fan">
      <PostPage params={{ postId: post._id }} />
    </ServerState>,
  );
const find = (name: string | RegExp) => screen.findByRole('button', { name });
const button = (name: string | RegExp) => screen.getByRole('button', { name });
const comments = () =>
  within(screen.getByRole('list', { name: 'Comments' }))
    .getAllByRole('listitem')
    .map((line) => line.querySelector('p')?.textContent);

beforeEach(() => {
  window.localStorage.clear();
  startSession('fan', 'token');
  api = fakeApi();
  api.on('GET /api/user/profile', () => json(me));
  post = aPost({ text: 'That header', user: hana });
  has({});
});
afterEach(() => {
  jest.useRealTimers();
  jest.restoreAllMocks();
});

describe('a post', () => {
  it('names its author with the way to their page, and says when it was edited', async () => {
    has({ edited: true });
    open();

    expect(await screen.findByRole('link', { name: 'hana.sato' })).toHaveAttribute(
      'href',
      '/user/hana.sato',
    );
    expect(screen.getByText('edited')).toBeVisible();
    expect(screen.getByRole('heading', { level: 1, name: 'Post of hana.sato' })).toBeVisible();
  });

  it('shows hostile text as it was typed', async () => {
    const hostile = '<img src=x onerror=alert(1)> <b>& javascript:alert(1)';
    has({ text: hostile });
    open();

    expect(await screen.findByText(hostile)).toBeVisible();
    expect(screen.queryByRole('img')).toBeNull();
  });

  it('keeps the place of its picture, in widths that fit, described by who posted it', async () => {
    has({ image: 'cup.webp', imageSize: { width: 1200, height: 800 }, alt: 'The cup' });
    open();

    const picture = await screen.findByRole('img', { name: 'The cup' });
    expect(picture).toHaveAttribute('width', '1200');
    expect(picture).toHaveAttribute('height', '800');
    expect(picture).toHaveAttribute('loading', 'lazy');
    expect(picture.getAttribute('srcset')).toBe(
      '/api/uploads/cup.webp?w=320 320w, /api/uploads/cup.webp?w=640 640w, /api/uploads/cup.webp?w=1080 1080w',
    );
  });

  it('describes its picture by its text where nobody else did', async () => {
    has({ image: 'cup.webp' });
    open();

    expect(await screen.findByRole('img', { name: 'That header' })).toBeVisible();
  });

  it('shows its picture large, and gives the focus back', async () => {
    has({ image: 'cup.webp', alt: 'The cup' });
    open();
    await userEvent.click(await find('Show picture large: The cup'));

    const overlay = await screen.findByRole('dialog', { name: 'Picture' });
    await userEvent.click(within(overlay).getByRole('button', { name: 'Close' }));

    expect(screen.queryByRole('dialog')).toBeNull();
    expect(button('Show picture large: The cup')).toHaveFocus();
  });

  it('plays its video by its own button and pauses every other', async () => {
    const play = jest.spyOn(HTMLMediaElement.prototype, 'play').mockResolvedValue();
    const paused: Element[] = [];
    jest.spyOn(HTMLMediaElement.prototype, 'pause').mockImplementation(function (
      this: HTMLMediaElement,
    ) {
      paused.push(this);
    });
    const other = document.body.appendChild(document.createElement('video'));
    has({ video: 'goal.mp4', videoDuration: 64.2 });
    open();

    expect(await screen.findByText('1:04')).toBeVisible();
    await userEvent.click(button('Play video'));
    fireEvent.play(screen.getByLabelText('That header'));

    expect(play).toHaveBeenCalledTimes(1);
    expect(paused).toEqual([other]);
    other.remove();
  });

  it('says so when it is not there, with a way on', async () => {
    api.on(`GET ${path()}`, () => failure('There is no such post', 404));
    open();

    expect(await screen.findByText('This post is not there, or not any more.')).toBeVisible();
    expect(screen.getByRole('link', { name: 'See the newest posts' })).toHaveAttribute(
      'href',
      '/home',
    );
  });

  it('can be fetched again after a failure', async () => {
    api.on(`GET ${path()}`, () => failure('It broke', 500));
    open();
    await find('Retry');
    has({});

    await userEvent.click(button('Retry'));

    expect(await screen.findByText('That header')).toBeVisible();
  });
});

describe('a like', () => {
  const LIKE = () => `POST ${path('/like')}`;

  it('shows at once and is counted by the server', async () => {
    const answer = later(() => json({ ...post, liked: true, likesCount: 12 }));
    has({ likesCount: 10 });
    api.on(LIKE(), answer.answer);
    open();

    await userEvent.click(await find('Like'));
    expect(button('Like')).toHaveAttribute('aria-pressed', 'true');
    expect(button('11 likes')).toBeVisible();

    act(() => answer.arrive());
    expect(await find('12 likes')).toBeVisible();
    expect(api.sent(LIKE()).map(({ body }) => body)).toEqual([{ liked: true }]);
  });

  it('is taken back, with the reason at the place, when it fails', async () => {
    api.on(LIKE(), () => failure('Too many likes for now', 429));
    open();

    await userEvent.click(await find('Like'));

    expect(await screen.findByRole('alert')).toHaveTextContent('Too many likes for now');
    expect(button('Like')).toHaveAttribute('aria-pressed', 'false');
    expect(button('0 likes')).toBeVisible();
  });

  it('pressed again while it is sent ends as it was wanted last', async () => {
    const first = later(() => json({ ...post, liked: true, likesCount: 1 }));
    api.on(LIKE(), first.answer);
    open();
    await userEvent.click(await find('Like'));
    await userEvent.click(button('Like'));
    api.on(LIKE(), () => json({ ...post, liked: false, likesCount: 0 }));

    act(() => first.arrive());

    await waitFor(() => expect(api.sent(LIKE())).toHaveLength(2));
    expect(api.sent(LIKE()).map(({ body }) => body)).toEqual([{ liked: true }, { liked: false }]);
    await waitFor(() => expect(button('0 likes')).toBeVisible());
    expect(button('Like')).toHaveAttribute('aria-pressed', 'false');
  });
});

describe("the popup 'Liked by'", () => {
  const LIKES = () => `GET ${path('/likes?limit=50')}`;
  const popup = () => screen.findByRole('dialog', { name: 'Liked by' });

  it('lists who likes the post, page by page', async () => {
    has({ likesCount: 2 });
    api.on(LIKES(), () => page([hana], { next: path('/likes?limit=50&cursor=two') }));
    api.on(`GET ${path('/likes?limit=50&cursor=two')}`, () => json([myself]));
    open();

    await userEvent.click(await find('2 likes'));
    const list = within(await popup());
    expect(await list.findByRole('link', { name: 'hana.sato' })).toBeVisible();
    await userEvent.click(list.getByRole('button', { name: 'Show more' }));

    expect(await list.findByRole('link', { name: me.username })).toHaveAttribute(
      'href',
      '/profile',
    );
    expect(list.queryByRole('button', { name: 'Show more' })).toBeNull();
  });

  it("says 'No likes yet' when nobody does", async () => {
    api.on(LIKES(), () => json([]));
    open();

    await userEvent.click(await find('0 likes'));

    expect(await within(await popup()).findByText('No likes yet')).toBeVisible();
  });

  it('says what failed and tries again', async () => {
    api.on(LIKES(), () => failure('It broke', 500));
    open();
    await userEvent.click(await find('0 likes'));
    const list = within(await popup());
    await list.findByText('Failed to fetch likes');
    api.on(LIKES(), () => json([hana]));

    await userEvent.click(list.getByRole('button', { name: 'Retry' }));

    expect(await list.findByRole('link', { name: 'hana.sato' })).toBeVisible();
  });

  it('closes by Escape with the focus back, by a press outside and by its button', async () => {
    api.on(LIKES(), () => json([]));
    open();
    const closed = () => waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());

    await userEvent.click(await find('0 likes'));
    await popup();
    await userEvent.keyboard('{Escape}');
    await closed();
    expect(button('0 likes')).toHaveFocus();

    await userEvent.click(button('0 likes'));
    await popup();
    await userEvent.click(screen.getByText('That header'));
    await closed();

    await userEvent.click(button('0 likes'));
    await popup();
    await userEvent.click(button('0 likes'));
    await closed();
  });
});

describe('comments', () => {
  const COMMENT = () => `POST ${path('/comment')}`;
  const COMMENTS = () => `GET ${path('/comments?limit=50')}`;
  const box = () => screen.findByRole('textbox', { name: 'Write a comment' });
  const send = () => userEvent.click(button('Send'));
  const three = ['One', 'Two', 'Three'].map((text) => aComment({ text }));
  const lines = (...texts: string[]) => texts.map((text) => `hana.sato ${text}`);
  /** The server takes a comment as the last of those it has. */
  const takes = (text: string) => {
    const comment = aComment({ text, user: myself });
    api.on(COMMENT(), () =>
      json({
        ...post,
        comments: [...post.comments, comment],
        commentsCount: post.commentsCount + 1,
      }),
    );
    api.on(COMMENTS(), () => json([...three, comment]));
    return comment;
  };

  it('show all on the page of their post, and the first two when hidden', async () => {
    has({ comments: three.slice(0, 2), commentsCount: 3 });
    api.on(COMMENTS(), () => json(three));
    open();
    await screen.findByText(/Three/);
    expect(comments()).toEqual(lines('One', 'Two', 'Three'));

    await userEvent.click(button('Hide comments'));
    expect(comments()).toEqual(lines('One', 'Two'));

    await userEvent.click(button('Show all 3 comments'));
    expect(comments()).toEqual(lines('One', 'Two', 'Three'));
    expect(button('Hide comments')).toHaveAttribute('aria-expanded', 'true');
  });

  it('say what failed and keep the first two meanwhile', async () => {
    has({ comments: three.slice(0, 2), commentsCount: 3 });
    api.on(COMMENTS(), () => failure('It broke', 500));
    open();
    expect(await screen.findByText('Failed to fetch comments')).toBeVisible();
    expect(comments()).toEqual(lines('One', 'Two'));

    api.on(COMMENTS(), () => json(three));
    await userEvent.click(button('Retry'));

    expect(await screen.findByText(/Three/)).toBeVisible();
  });

  it('are sent once, shown at once, and close and clear their box', async () => {
    takes('Well said');
    open();
    await userEvent.click(await find('Comment'));
    expect(await box()).toHaveFocus();
    await userEvent.keyboard('Well said');

    await send();

    await waitFor(() => expect(comments()).toEqual([`${me.username} Well said`]));
    expect(screen.queryByRole('textbox')).toBeNull();
    expect(button('Comment')).toHaveFocus();
    expect(api.sent(COMMENT()).map(({ body }) => body)).toEqual([{ text: 'Well said' }]);
    await userEvent.click(button('Comment'));
    expect(await box()).toHaveValue('');
  });

  it('show at the end of a long list too', async () => {
    has({ comments: three.slice(0, 2), commentsCount: 3 });
    api.on(COMMENTS(), () => json(three));
    open();
    await userEvent.click(await find('Comment'));
    await box();
    takes('Last word');
    await userEvent.keyboard('Last word');

    await send();

    await waitFor(() => expect(comments()).toHaveLength(4));
    expect(comments().at(-1)).toBe(`${me.username} Last word`);
  });

  it('stay in their box with the reason when sending fails, under one key', async () => {
    api.on(COMMENT(), () => failure('Not now', 503));
    open();
    await userEvent.click(await find('Comment'));
    await box();
    await userEvent.keyboard('Do not lose me');
    await send();
    expect(await screen.findByRole('alert')).toHaveTextContent('Not now');
    expect(await box()).toHaveValue('Do not lose me');
    takes('Do not lose me');

    await send();

    await waitFor(() => expect(screen.queryByRole('textbox')).toBeNull());
    const keys = api.sent(COMMENT()).map(({ headers }) => headers.get('Idempotency-Key'));
    expect(keys[0]).toMatch(/^[A-Za-z0-9_-]{8,64}$/);
    expect(keys[1]).toBe(keys[0]);
  });

  it.each(['', ' \t '])('are refused without a call when they say %j', async (text) => {
    open();
    await userEvent.click(await find('Comment'));
    fireEvent.change(await box(), { target: { value: text } });

    await send();

    expect(screen.getByRole('alert')).toHaveTextContent('A comment needs text');
    expect(api.sent(COMMENT())).toEqual([]);
  });

  it('are counted near their limit and refused beyond it', async () => {
    open();
    await userEvent.click(await find('Comment'));
    fireEvent.change(await box(), { target: { value: '⚽'.repeat(4_999) } });
    expect(screen.getByText('1 character left')).toBeVisible();
    fireEvent.change(await box(), { target: { value: '⚽'.repeat(5_001) } });

    await send();

    expect(screen.getByRole('alert')).toHaveTextContent('at most 5,000 characters');
    expect(api.sent(COMMENT())).toEqual([]);
  });

  it('can be deleted by who wrote them, and by nobody else but the owner of the post', async () => {
    const mine = aComment({ text: 'Mine', user: myself });
    has({ comments: [three[0] ?? mine, mine], commentsCount: 2 });
    api.on(`DELETE ${path(`/comments/${mine._id}`)}`, () => new Response(null, { status: 204 }));
    open();
    await find('Comment');
    await waitFor(() =>
      expect(screen.getAllByRole('button', { name: 'Delete comment' })).toHaveLength(1),
    );

    await userEvent.click(button('Delete comment'));
    const question = within(await screen.findByRole('alertdialog'));
    has({ comments: three.slice(0, 1), commentsCount: 1 });
    await userEvent.click(question.getByRole('button', { name: 'Delete comment' }));

    await waitFor(() => expect(comments()).toEqual(lines('One')));
  });

  it('of others can be deleted by the owner of the post', async () => {
    has({ user: myself, comments: three.slice(0, 2), commentsCount: 2 });
    open();

    await waitFor(() =>
      expect(screen.getAllByRole('button', { name: 'Delete comment' })).toHaveLength(2),
    );
  });

  it('of others can be reported', async () => {
    has({ comments: three.slice(0, 1), commentsCount: 1 });
    open();

    await userEvent.click(await find('Report comment of hana.sato'));

    expect(
      await screen.findByRole('dialog', { name: 'Report the comment of hana.sato' }),
    ).toBeVisible();
  });
});

describe('the options of a post', () => {
  const choose = async (item: string) => {
    await userEvent.click(await find('Post options'));
    await userEvent.click(await screen.findByRole('menuitem', { name: item }));
  };
  const items = () => screen.getAllByRole('menuitem').map(({ textContent }) => textContent);

  it('of another fan are to report it', async () => {
    open();
    await userEvent.click(await find('Post options'));
    await screen.findByRole('menu', { name: 'Post options' });
    expect(items()).toEqual(['Report']);

    await userEvent.keyboard('{Enter}');

    expect(
      await screen.findByRole('dialog', { name: 'Report the post of hana.sato' }),
    ).toBeVisible();
  });

  it('are walked through by the arrows and left by Escape', async () => {
    has({ user: myself });
    open();
    await screen.findByRole('link', { name: me.username });
    await waitFor(() => expect(api.sent('GET /api/user/profile')).toHaveLength(1));
    await userEvent.click(button('Post options'));
    await screen.findByRole('menu');
    expect(items()).toEqual(['Edit', 'Delete']);
    expect(screen.getByRole('menuitem', { name: 'Edit' })).toHaveFocus();

    await userEvent.keyboard('{ArrowDown}');
    expect(screen.getByRole('menuitem', { name: 'Delete' })).toHaveFocus();
    await userEvent.keyboard('{ArrowDown}');
    expect(screen.getByRole('menuitem', { name: 'Edit' })).toHaveFocus();
    await userEvent.keyboard('{Escape}');

    expect(screen.queryByRole('menu')).toBeNull();
    expect(button('Post options')).toHaveFocus();
  });

  describe('of mine', () => {
    const DELETE = () => `DELETE /api/user/posts/${post._id}`;
    const PATCH = () => `PATCH ${path()}`;

    beforeEach(() => {
      has({ user: myself, text: 'Frist!' });
      api.on(DELETE(), () => json({ message: 'Post deleted' }));
    });

    it('change its text in its place', async () => {
      api.on(PATCH(), () => json({ ...post, text: 'First!', edited: true }));
      open();
      await screen.findByText('Frist!');
      await choose('Edit');
      const text = await screen.findByRole('textbox', { name: 'Text of your post' });
      expect(text).toHaveValue('Frist!');

      fireEvent.change(text, { target: { value: 'First!' } });
      await userEvent.click(button('Save'));

      expect(await screen.findByText('First!')).toBeVisible();
      expect(screen.getByText('edited')).toBeVisible();
      expect(api.sent(PATCH()).map(({ body }) => body)).toEqual([{ text: 'First!' }]);
      expect(button('Post options')).toHaveFocus();
    });

    it('keep a change that could not be saved, with the reason, over a reload', async () => {
      api.on(PATCH(), () => failure('Not now', 503));
      const { unmount } = open();
      await screen.findByText('Frist!');
      await choose('Edit');
      fireEvent.change(await screen.findByRole('textbox'), { target: { value: 'First!' } });
      await userEvent.click(button('Save'));
      expect(await screen.findByRole('alert')).toHaveTextContent('Not now');
      unmount();

      open();
      await screen.findByText('Frist!');
      await choose('Edit');

      expect(await screen.findByRole('textbox')).toHaveValue('First!');
    });

    it('refuse to make it empty', async () => {
      open();
      await screen.findByText('Frist!');
      await choose('Edit');
      fireEvent.change(await screen.findByRole('textbox'), { target: { value: '  ' } });

      await userEvent.click(button('Save'));

      expect(screen.getByRole('alert')).toHaveTextContent('A post needs text');
      expect(api.sent(PATCH())).toEqual([]);
    });

    it('delete it after five seconds, when the server says that it is gone and not before', async () => {
      const clock = heldSeconds();
      const gone = later(() => json({ message: 'Post deleted' }));
      api.on(DELETE(), gone.answer);
      open();
      await screen.findByText('Frist!');
      await choose('Delete');
      expect(screen.getByText('Deleting in 5 s')).toBeVisible();
      act(() => clock.pass(4));
      expect(screen.getByText('Deleting in 1 s')).toBeVisible();
      expect(api.sent(DELETE())).toEqual([]);

      act(() => clock.pass(1));
      expect(api.sent(DELETE())).toHaveLength(1);
      expect(screen.getByText('Frist!')).toBeVisible();
      act(() => gone.arrive());

      expect(await screen.findByText('This post is not there, or not any more.')).toBeVisible();
    });

    it('let it stay when the deletion is undone', async () => {
      const clock = heldSeconds();
      open();
      await screen.findByText('Frist!');
      await choose('Delete');
      expect(button('Undo')).toHaveFocus();

      await userEvent.click(button('Undo'));
      act(() => clock.pass(60));

      expect(screen.getByText('Frist!')).toBeVisible();
      expect(screen.queryByText(/Deleting/)).toBeNull();
      expect(api.sent(DELETE())).toEqual([]);
      expect(button('Post options')).toHaveFocus();
    });

    it('delete it at once when the page is left meanwhile', async () => {
      heldSeconds();
      open();
      await screen.findByText('Frist!');
      await choose('Delete');

      act(() => void window.dispatchEvent(new Event('pagehide')));

      expect(api.sent(DELETE())).toHaveLength(1);
      await screen.findByText('This post is not there, or not any more.');
    });

    it('say why it stays when the server refuses', async () => {
      const clock = heldSeconds();
      api.on(DELETE(), () => failure('Deleting is closed for today', 500));
      open();
      await screen.findByText('Frist!');
      await choose('Delete');

      act(() => clock.pass(5));

      expect(await screen.findByRole('alert')).toHaveTextContent('Deleting is closed for today');
      expect(button('Like')).toBeVisible();
    });
  });
});

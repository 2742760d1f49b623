import type { Comment } from '@kickoff/contracts';
import { page } from '@kickoff/testing/fake-api';
import { replaceAddress } from '@kickoff/web';
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { act, screen, waitFor } from '@testing-library/react';

import { hana } from '../test/fans';
import { type PostServer, servePost } from '../test/post-page';

const aComment = (digit: string): Comment => ({
  _id: digit.repeat(24),
  user: hana,
  text: `Comment ${digit}`,
  createdAt: '2026-11-21T18:00:00.000Z',
});

let server: PostServer;

beforeEach(() => {
  server = servePost();
});
afterEach(() => {
  replaceAddress('/');
  jest.restoreAllMocks();
});

describe('LinkedComment', () => {
  const FIRST = () => `GET ${server.path('/comments?limit=50')}`;
  const linkTo = (digit: string) => replaceAddress(`/p/${server.post()._id}#c-${digit.repeat(24)}`);
  const line = (text: string) =>
    screen.getAllByRole('listitem').find(({ textContent }) => textContent.includes(text));

  it('marks the comment named in the address, with all comments before it', async () => {
    const next = server.path('/comments?limit=50&cursor=two');
    server.has({ comments: [aComment('1'), aComment('2')], commentsCount: 4 });
    server.on(FIRST(), () => page([aComment('1'), aComment('2')], { next }));
    server.on(`GET ${next}`, () => page([aComment('3'), aComment('4')]));
    linkTo('4');
    server.open();

    await waitFor(() => expect(line('Comment 4')).toHaveFocus());
    expect(line('Comment 4')).toHaveAttribute('data-linked');
    expect(line('Comment 3')).not.toHaveAttribute('data-linked');
  });

  it('marks another comment when the address changes on the same page', async () => {
    server.has({ comments: [aComment('1'), aComment('2')], commentsCount: 2 });
    server.on(FIRST(), () => page([aComment('1'), aComment('2')]));
    linkTo('1');
    server.open();
    await waitFor(() => expect(line('Comment 1')).toHaveFocus());

    act(() => linkTo('2'));

    await waitFor(() => expect(line('Comment 2')).toHaveFocus());
    expect(line('Comment 1')).not.toHaveAttribute('data-linked');
  });

  it('shows the post without a mark when there is no such comment', async () => {
    server.has({ comments: [aComment('1')], commentsCount: 1 });
    server.on(FIRST(), () => page([aComment('1')]));
    linkTo('9');
    server.open();

    expect(await screen.findByText('Comment 1')).toBeVisible();
    await waitFor(() => expect(server.sent(FIRST())).toHaveLength(1));
    expect(document.querySelector('[data-linked]')).toBeNull();
  });
});

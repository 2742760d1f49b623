import type { Poll } from '@kickoff/contracts';
import { failure, json, later } from '@kickoff/testing/fake-api';
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';

import { type PostServer, servePost } from '../test/post-page';
import { onScreen } from '../test/screens';

const HOUR_MS = 60 * 60_000;

const aPoll = (overrides: Partial<Poll> = {}): Poll => ({
  options: [{ text: 'Home' }, { text: 'Away' }, { text: 'Draw' }],
  total: 3,
  endsAt: new Date(Date.now() + 2.5 * HOUR_MS).toISOString(),
  ended: false,
  ...overrides,
});
const withCounts = (home: number, away: number, draw: number) => [
  { text: 'Home', count: home },
  { text: 'Away', count: away },
  { text: 'Draw', count: draw },
];

let server: PostServer;

beforeEach(() => {
  onScreen({ isDesktop: false });
  server = servePost();
  server.has({ poll: aPoll() });
});
afterEach(() => {
  jest.restoreAllMocks();
});

describe('PollCard', () => {
  const VOTE = () => `POST ${server.path('/vote')}`;
  const poll = async () => within(await screen.findByRole('group', { name: 'Poll' }));
  const choose = async (name: string) =>
    userEvent.click((await poll()).getByRole('radio', { name }));
  const results = async () =>
    (await poll()).getAllByRole('listitem').map(({ textContent }) => textContent);

  it('shows the options, the number of votes and the time left before a vote', async () => {
    server.open();

    expect((await poll()).getAllByRole('radio').map(({ textContent }) => textContent)).toEqual([
      'Home',
      'Away',
      'Draw',
    ]);
    expect((await poll()).getByText('3 votes · 2 hours left')).toBeVisible();
    expect((await poll()).queryByText(/%/)).toBeNull();
  });

  it('counts the vote immediately and shows the shares of the response', async () => {
    const slow = later(() =>
      json({
        ...server.post(),
        poll: aPoll({ options: withCounts(2, 1, 1), total: 4, mine: 1 }),
      }),
    );
    server.on(VOTE(), slow.answer);
    server.open();

    await choose('Away');
    expect((await poll()).getByRole('radio', { name: 'Away' })).toBeChecked();
    expect((await poll()).getByText(/^4 votes/)).toBeVisible();
    await choose('Home');
    slow.arrive();

    await waitFor(async () =>
      expect(await results()).toEqual(['Home50 %', 'Away Your vote25 %', 'Draw25 %']),
    );
    expect(server.sent(VOTE()).map(({ body }) => body)).toEqual([{ option: 1 }]);
    expect(await screen.findByRole('group', { name: 'Poll' })).toHaveFocus();
  });

  it('moves the focus by arrow keys without a vote, and votes by Enter', async () => {
    server.on(VOTE(), () =>
      json({ ...server.post(), poll: aPoll({ options: withCounts(1, 2, 1), total: 4, mine: 2 }) }),
    );
    server.open();
    const [first] = (await poll()).getAllByRole('radio');
    first?.focus();

    await userEvent.keyboard('{ArrowUp}');
    expect((await poll()).getByRole('radio', { name: 'Draw' })).toHaveFocus();
    expect(server.sent(VOTE())).toEqual([]);
    await userEvent.keyboard('{Enter}');

    await waitFor(() =>
      expect(server.sent(VOTE()).map(({ body }) => body)).toEqual([{ option: 2 }]),
    );
    expect(await results()).toContain('Draw Your vote25 %');
  });

  it.each(['You have voted', 'This poll has ended'])(
    'shows "%s" at the poll with the result of the server',
    async (reason) => {
      server.on(VOTE(), () => failure(reason, 409));
      server.open();
      await poll();
      server.has({ poll: aPoll({ options: withCounts(3, 1, 0), total: 4, mine: 0 }) });

      await choose('Away');

      expect(await (await poll()).findByRole('alert')).toHaveTextContent(reason);
      expect(await results()).toEqual(['Home Your vote75 %', 'Away25 %', 'Draw0 %']);
    },
  );

  it('reverts the vote when the request fails', async () => {
    server.on(VOTE(), () => failure('Not now', 503));
    server.open();

    await choose('Home');

    expect(await (await poll()).findByRole('alert')).toHaveTextContent('Not now');
    expect((await poll()).getByRole('radio', { name: 'Home' })).not.toBeChecked();
    expect((await poll()).getByText(/^3 votes/)).toBeVisible();
  });

  it('shows the result of an ended poll to those who have not voted', async () => {
    const options = withCounts(0, 0, 0);
    server.has({ poll: aPoll({ options, total: 0, ended: true }) });
    server.open();

    expect(await results()).toEqual(['Home0 %', 'Away0 %', 'Draw0 %']);
    expect((await poll()).getByText('0 votes · Ended')).toBeVisible();
    expect((await poll()).queryByRole('radio')).toBeNull();
  });

  it('fetches the result of a poll that ends while it is shown', async () => {
    server.has({ poll: aPoll({ endsAt: new Date(Date.now() - 1_000).toISOString() }) });
    const view = server.open();
    await poll();
    view.unmount();

    server.open();
    server.has({ poll: aPoll({ options: withCounts(1, 1, 1), ended: true }) });

    await waitFor(async () =>
      expect(await results()).toEqual(['Home33 %', 'Away33 %', 'Draw33 %']),
    );
  });
});

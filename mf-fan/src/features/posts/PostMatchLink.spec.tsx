import { aMatch } from '@kickoff/testing';
import { failure, json } from '@kickoff/testing/fake-api';
import { emitLiveEvent } from '@kickoff/web';
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { act, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';

import { findButton } from '../../test/buttons';
import { type PostServer, servePost } from '../../test/post-page';
import { onScreen } from '../../test/screens';

const UNSEEN = 'About a match you have not seen';

let server: PostServer;

beforeEach(() => {
  onScreen({ isDesktop: true });
  server = servePost();
});
afterEach(() => {
  jest.restoreAllMocks();
});

function aPostMatch(minute?: string) {
  const { id, homeTeam, awayTeam } = aMatch({ id: 'm1' });
  return { id, league: 'premier_league' as const, homeTeam, awayTeam, minute };
}

describe('The match of a post', () => {
  it("links to the match and shows the author's minute", async () => {
    server.has({ match: aPostMatch('45+2') });

    server.open();

    expect(await screen.findByRole('link', { name: /Liverpool – Chelsea/ })).toHaveAttribute(
      'href',
      '/match/m1',
    );
    expect(screen.getByRole('link', { name: "Liverpool – Chelsea · 45+2'" })).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Show post' })).toBeNull();
  });

  it('replaces a spoiler with the whole post on request', async () => {
    server.has({ text: UNSEEN, spoiler: true, match: aPostMatch() });
    server.open();
    const whole = { ...server.post(), text: 'What a goal!', match: aPostMatch('67') };
    server.on(`GET ${server.path()}?reveal=true`, () => json({ ...whole, spoiler: undefined }));
    await screen.findByText(UNSEEN);
    expect(screen.queryByRole('button', { name: 'Like' })).toBeNull();

    await userEvent.click(await findButton('Show post'));

    expect(await screen.findByText('What a goal!')).toBeVisible();
    expect(screen.getByRole('region', { name: 'Post' })).toHaveFocus();
    expect(screen.getByRole('link', { name: "Liverpool – Chelsea · 67'" })).toBeVisible();
    expect(screen.queryByText(UNSEEN)).toBeNull();
    expect(screen.getByRole('button', { name: 'Like' })).toBeVisible();
  });

  it('lists all comments of a revealed post', async () => {
    server.has({ text: UNSEEN, spoiler: true, match: aPostMatch() });
    server.open();
    const { user, createdAt } = server.post();
    const comments = ['One', 'Two', 'Three'].map((text) => ({ _id: text, user, text, createdAt }));
    const whole = { ...server.post(), text: 'What a goal!', spoiler: undefined };
    server.on(`GET ${server.path()}?reveal=true`, () =>
      json({ ...whole, comments: comments.slice(0, 2), commentsCount: 3 }),
    );
    server.on(`GET ${server.path('/comments?limit=50&reveal=true')}`, () => json(comments));

    await userEvent.click(await findButton('Show post'));

    expect(await screen.findByText('Three')).toBeVisible();
  });

  it('still shows the whole post when a revealed post is refetched', async () => {
    server.has({ text: UNSEEN, spoiler: true, match: aPostMatch() });
    server.open();
    const whole = { ...server.post(), spoiler: undefined, match: aPostMatch('67') };
    const reveal = (text: string) =>
      server.on(`GET ${server.path()}?reveal=true`, () => json({ ...whole, text }));
    reveal('What a goal!');
    await userEvent.click(await findButton('Show post'));
    await screen.findByText('What a goal!');

    reveal('What a goal that was!');

    await waitFor(() => {
      act(() => emitLiveEvent({ name: 'missed' }));
      expect(screen.getByText('What a goal that was!')).toBeVisible();
    });
    expect(screen.queryByText(UNSEEN)).toBeNull();
  });

  it('shows the reason when a spoiler cannot be revealed', async () => {
    server.has({ text: UNSEEN, spoiler: true, match: aPostMatch() });
    server.open();
    server.on(`GET ${server.path()}?reveal=true`, () => failure('Try again later', 503));
    await screen.findByText(UNSEEN);

    await userEvent.click(await findButton('Show post'));

    expect(await screen.findByRole('alert')).toHaveTextContent('Try again later');
    expect(screen.getByText(UNSEEN)).toBeVisible();
  });
});

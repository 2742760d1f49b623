import type { QuotedPost } from '@kickoff/contracts';
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { screen, within } from '@testing-library/react';

import { kwame } from '../test/fans';
import { type PostServer, servePost } from '../test/post-page';
import { onScreen } from '../test/screens';

const aQuote = (overrides: Partial<QuotedPost> = {}): QuotedPost => ({
  _id: '9'.repeat(24),
  user: kwame,
  text: 'What a save',
  createdAt: '2026-11-20T18:00:00.000Z',
  ...overrides,
});

let server: PostServer;

beforeEach(() => {
  onScreen({ isDesktop: false });
  server = servePost();
});
afterEach(() => {
  jest.restoreAllMocks();
});

describe('QuoteCard', () => {
  const quote = async () =>
    within(await screen.findByRole('group', { name: 'Quoted post of kwame.asante' }));

  it('shows the quoted post with its author and links to both', async () => {
    server.has({ quote: aQuote({ edited: true }) });
    server.open();

    const card = await quote();
    expect(card.getByText('What a save')).toBeVisible();
    expect(card.getByText('edited')).toBeVisible();
    expect(card.getByRole('link', { name: 'kwame.asante' })).toHaveAttribute(
      'href',
      '/user/kwame.asante',
    );
    expect(card.getByRole('link', { name: /Show the quoted post/ })).toHaveAttribute(
      'href',
      `/p/${'9'.repeat(24)}`,
    );
  });

  it('marks a truncated text, and shows picture and video', async () => {
    server.has({
      quote: aQuote({ truncated: true, image: 'cup.webp', alt: 'The cup', video: 'goal.mp4' }),
    });
    server.open();

    const card = await quote();
    expect(card.getByText('What a save…')).toBeVisible();
    expect(card.getByRole('img', { name: 'The cup' })).toBeVisible();
    expect(card.getByText('Video')).toBeVisible();
  });

  it('shows that the quoted post is no longer available', async () => {
    server.has({ quote: { gone: true } });
    server.open();

    expect(await screen.findByText('This post is no longer available')).toBeVisible();
    expect(screen.queryByRole('group', { name: /^Quoted post/ })).toBeNull();
  });
});

import { failure, fakeApi, json } from '@kickoff/testing/fake-api';
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';

import { openAt } from '../test/open';
import PostEngagementPage from './PostEngagementPage';

const inMarch = (count: number) => [{ _id: 3, count }];
let api: ReturnType<typeof fakeApi>;

beforeEach(() => {
  jest.useFakeTimers({ advanceTimers: true, now: Date.parse('2026-11-21T12:00:00Z') });
  api = fakeApi();
  api.on('GET /api/admin/post-engagements?year=2026', () => json(inMarch(5)));
  api.on('GET /api/admin/likes-given?year=2026', () => json(inMarch(40)));
  api.on('GET /api/admin/comments-written?year=2026', () => json(inMarch(9)));
});
afterEach(() => {
  jest.restoreAllMocks();
  jest.useRealTimers();
});

const open = (search = '') => openAt(`/post-engagement${search}`, <PostEngagementPage />);

describe('PostEngagementPage', () => {
  it("shows its title, and a doughnut labelled 'Month {n}' that counts posts", async () => {
    open();

    expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent('Post Engagement Overview');
    expect(await screen.findByRole('button', { name: 'Month 3: 5 Posts' })).toBeVisible();
  });

  it('shows likes and comments beside the posts', async () => {
    open('?view=table');

    const march = within(await screen.findByRole('row', { name: /^Month 3 / }));
    expect(march.getAllByRole('cell').map(({ textContent }) => textContent)).toEqual([
      '5',
      '40',
      '9',
    ]);
  });

  it('loads missing numbers on Retry', async () => {
    api.on('GET /api/admin/likes-given?year=2026', () => failure('Counting failed', 500));
    open('?view=table');
    expect(await screen.findByRole('alert')).toHaveTextContent('Counting failed');

    api.on('GET /api/admin/likes-given?year=2026', () => json(inMarch(41)));
    await userEvent.click(screen.getByRole('button', { name: 'Retry' }));

    expect(await screen.findByRole('row', { name: /^Month 3 5 41/ })).toBeVisible();
  });
});

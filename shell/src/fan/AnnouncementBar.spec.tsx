import type { Announcement } from '@kickoff/contracts';
import { failure, fakeApi, json } from '@kickoff/testing/fake-api';
import { ServerState, startSession } from '@kickoff/web';
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { act, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';

import AnnouncementBar from './AnnouncementBar';

const anAnnouncement = (_id: string, text: string): Announcement => ({
  _id,
  text,
  startsAt: '2026-11-20T12:00:00.000Z',
});
let api: ReturnType<typeof fakeApi>;

beforeEach(() => {
  window.localStorage.clear();
  jest.useFakeTimers({ advanceTimers: true });
  startSession('fan', 'token');
  api = fakeApi();
});
afterEach(() => {
  jest.restoreAllMocks();
  jest.useRealTimers();
});

const told = (...announcements: Announcement[]) =>
  api.on('GET /api/announcements', () => json(announcements));
const open = () =>
  render(
    <ServerState of="fan">
      <AnnouncementBar />
    </ServerState>,
  );
const close = () => userEvent.click(screen.getByRole('button', { name: 'Close announcement' }));

describe('AnnouncementBar', () => {
  it('shows an announcement until the fan closes it, and keeps it closed', async () => {
    told(anAnnouncement('a1', 'Final tonight'));
    const { unmount } = open();
    expect(await screen.findByText('Final tonight')).toBeVisible();
    await close();
    expect(screen.queryByText('Final tonight')).toBeNull();
    unmount();

    told(anAnnouncement('a1', 'Final tonight'), anAnnouncement('a2', 'The cup is back'));
    open();

    expect(await screen.findByText('The cup is back')).toBeVisible();
    expect(screen.queryByText('Final tonight')).toBeNull();
  });

  it('keeps it closed after 20 others were closed', async () => {
    const all = Array.from({ length: 21 }, (_, at) => anAnnouncement(`a${at}`, `News ${at}`));
    for (const one of all) {
      told(one);
      const { unmount } = open();
      await screen.findByText(one.text);
      await close();
      unmount();
    }
    told(...all);
    const { container } = open();

    await act(() => jest.advanceTimersByTimeAsync(0));

    expect(container).toBeEmptyDOMElement();
  });

  it('focuses the page when the last one is closed', async () => {
    told(anAnnouncement('a1', 'Final tonight'), anAnnouncement('a2', 'The cup is back'));
    render(<h1>Home</h1>);
    open();
    await screen.findByText('Final tonight');

    await close();
    expect(screen.getByRole('button', { name: 'Close announcement' })).toHaveFocus();
    await close();

    expect(screen.getByRole('heading', { name: 'Home' })).toHaveFocus();
  });

  it('shows a new announcement on an open page', async () => {
    told();
    open();
    await act(() => jest.advanceTimersByTimeAsync(0));
    told(anAnnouncement('a1', 'Final tonight'));

    await act(() => jest.advanceTimersByTimeAsync(5 * 60_000));

    expect(await screen.findByText('Final tonight')).toBeVisible();
  });

  it('shows nothing if the request fails', async () => {
    api.on('GET /api/announcements', () => failure('The database is away', 500));
    const { container } = open();

    await act(() => jest.advanceTimersByTimeAsync(5_000));

    expect(container).toBeEmptyDOMElement();
  });
});

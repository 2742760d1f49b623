import { type Announcement, ANNOUNCEMENTS_ELEMENT } from '@kickoff/contracts';
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
const NEWS = anAnnouncement('a1', 'Final tonight');
const LATER = anAnnouncement('a2', 'The cup is back');
let api: ReturnType<typeof fakeApi>;

/** Writes announcements into the document, as the server does. */
function inDocument(...announcements: Announcement[]): void {
  document.getElementById(ANNOUNCEMENTS_ELEMENT)?.remove();
  const element = document.createElement('script');
  element.type = 'application/json';
  element.id = ANNOUNCEMENTS_ELEMENT;
  element.textContent = JSON.stringify(announcements);
  document.head.append(element);
}
const onServer = (...announcements: Announcement[]) =>
  api.on('GET /api/announcements', () => json(announcements));

beforeEach(() => {
  window.localStorage.clear();
  jest.useFakeTimers({ advanceTimers: true });
  startSession('fan', 'token');
  api = fakeApi();
  inDocument();
  onServer();
});
afterEach(() => {
  document.getElementById(ANNOUNCEMENTS_ELEMENT)?.remove();
  jest.restoreAllMocks();
  jest.useRealTimers();
});

const at = (address: string) => (
  <ServerState of="fan">
    <AnnouncementBar address={address} />
  </ServerState>
);
const open = () => render(at('/home'));
const close = () => userEvent.click(screen.getByRole('button', { name: 'Close announcement' }));
const settle = () => act(() => jest.advanceTimersByTimeAsync(0));

describe('AnnouncementBar', () => {
  it('shows an announcement embedded in the document with the first paint', () => {
    inDocument(NEWS);
    open();

    expect(screen.getByRole('status')).toHaveTextContent('Final tonight');
  });

  it('does not show an announcement again after the fan closed it', async () => {
    inDocument(NEWS);
    const { unmount } = open();
    await close();
    expect(screen.queryByText('Final tonight')).toBeNull();
    unmount();

    inDocument(NEWS, LATER);
    open();

    expect(screen.getByText('The cup is back')).toBeVisible();
    expect(screen.queryByText('Final tonight')).toBeNull();
  });

  it('does not show an announcement again after 20 others were closed', async () => {
    const all = Array.from({ length: 21 }, (_, number) =>
      anAnnouncement(`a${number}`, `News ${number}`),
    );
    for (const one of all) {
      inDocument(one);
      const { unmount } = open();
      await close();
      unmount();
    }
    inDocument(...all);

    const { container } = open();

    expect(container).toBeEmptyDOMElement();
  });

  it('focuses the page when the last one is closed', async () => {
    inDocument(NEWS, LATER);
    render(<h1>Home</h1>);
    open();

    await close();
    expect(screen.getByRole('button', { name: 'Close announcement' })).toHaveFocus();
    await close();

    expect(screen.getByRole('heading', { name: 'Home' })).toHaveFocus();
  });

  it('shows a new announcement only after navigation to avoid a layout shift', async () => {
    onServer(NEWS);
    const { rerender, container } = open();
    await settle();
    expect(container).toBeEmptyDOMElement();

    rerender(at('/profile'));

    expect(screen.getByText('Final tonight')).toBeVisible();
  });

  it('shows a new announcement when the visibility of the tab changes', async () => {
    onServer(NEWS);
    open();
    await settle();
    jest.spyOn(document, 'hidden', 'get').mockReturnValue(true);

    act(() => void document.dispatchEvent(new Event('visibilitychange')));

    expect(screen.getByText('Final tonight')).toBeVisible();
  });

  it('shows the announcements of the document when the request fails', async () => {
    inDocument(NEWS);
    api.on('GET /api/announcements', () => failure('The database is away', 500));
    open();

    await act(() => jest.advanceTimersByTimeAsync(5_000));

    expect(screen.getByText('Final tonight')).toBeVisible();
  });
});

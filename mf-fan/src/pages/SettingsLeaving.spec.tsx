import { failure, type fakeApi, json } from '@kickoff/testing/fake-api';
import { sessionToken } from '@kickoff/web';
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';

import { press } from '../test/buttons';
import { me, priya } from '../test/fans';
import { openSettings, part, serveSettings } from '../test/settings-page';
import { collectedToasts } from '../test/toasts';

const toasts = collectedToasts();
const EXPORT = 'GET /api/user/export';
const DELETE = 'DELETE /api/user';

let server: ReturnType<typeof fakeApi>;

beforeEach(() => {
  server = serveSettings();
});
afterEach(() => {
  jest.restoreAllMocks();
});

describe('ExportData', () => {
  let saved: { name: string; address: string }[];

  beforeEach(() => {
    saved = [];
    // jsdom has neither object URLs nor downloads.
    Object.assign(URL, { createObjectURL: () => 'blob:export', revokeObjectURL: () => undefined });
    URL.revokeObjectURL = () => undefined;
    jest.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (
      this: HTMLAnchorElement,
    ) {
      saved.push({ name: this.download, address: this.href });
    });
  });
  const zip = (body: BodyInit) =>
    new Response(body, {
      headers: { 'Content-Disposition': 'attachment; filename="kickoff-2026-11-21.zip"' },
    });

  it("saves the file under the server's name", async () => {
    server.on(EXPORT, () => zip('bytes'));
    openSettings();

    await press('Export my data');

    expect(await part('Your data').findByRole('status')).toHaveTextContent(
      'kickoff-2026-11-21.zip',
    );
    expect(saved).toEqual([{ name: 'kickoff-2026-11-21.zip', address: 'blob:export' }]);
  });

  it('shows the progress, and can be cancelled', async () => {
    server.on(EXPORT, ({ signal }) =>
      zip(
        new ReadableStream<Uint8Array>({
          start: (bytes) => {
            bytes.enqueue(new Uint8Array(2_500_000));
            signal?.addEventListener('abort', () => bytes.error(new TypeError('aborted')));
          },
        }),
      ),
    );
    openSettings();

    await press('Export my data');
    expect(await screen.findByText('2.5 MB so far')).toBeVisible();
    await press('Cancel');

    await waitFor(() => expect(screen.queryByText(/so far/)).toBeNull());
    const start = part('Your data').getByRole('button', { name: 'Export my data' });
    expect(document.activeElement).not.toBe(document.body);
    expect(document.activeElement).toContainElement(start);
    expect(part('Your data').queryByRole('alert')).toBeNull();
    expect(saved).toEqual([]);
  });

  it.each([
    [
      'refused',
      () => failure('Too many requests. Please try again later.', 429),
      'Too many requests',
    ],
    [
      'cut short',
      () => zip(new ReadableStream({ start: (bytes) => bytes.error(new TypeError('cut')) })),
      'An error occurred',
    ],
  ])('shows that it was %s, and saves nothing', async (_what, answer, words) => {
    server.on(EXPORT, answer);
    openSettings();

    await press('Export my data');

    expect(await part('Your data').findByRole('alert')).toHaveTextContent(words);
    expect(saved).toEqual([]);
  });
});

describe('DeleteAccount', () => {
  const askFor = async (password: string) => {
    openSettings();
    await press('Delete my account');
    await userEvent.type(screen.getByLabelText('Password'), password);
    await press('Delete my account for good');
  };

  it('explains the consequence and asks for the password', async () => {
    openSettings();
    expect(part('Leave KickOff').getByText(/posts, comments, likes, stories/)).toBeVisible();

    await press('Delete my account');

    expect(screen.getByLabelText('Password')).toHaveFocus();
    expect(server.sent(DELETE)).toEqual([]);
  });

  it('opens the landing page and ends the session', async () => {
    server.on(DELETE, () => json({ message: 'Your account has been deleted' }));

    await askFor('ninetyplus4');

    await waitFor(() => expect(location.pathname).toBe('/'));
    expect(sessionToken('fan')).toBeNull();
    expect(toasts).toEqual([{ kind: 'ok', text: 'Your account has been deleted' }]);
    expect(server.sent(DELETE).map(({ body }) => body)).toEqual([{ password: 'ninetyplus4' }]);
  });

  it("removes only the fan's own drafts from the device", async () => {
    const drafts = [me._id, priya._id].map((fan) => `kickoff:draft:${fan}:post`);
    for (const draft of drafts) {
      window.localStorage.setItem(draft, JSON.stringify({ text: 'Unsent', key: 'k' }));
    }
    server.on(DELETE, () => json({ message: 'Your account has been deleted' }));

    await askFor('ninetyplus4');

    await waitFor(() => expect(sessionToken('fan')).toBeNull());
    expect(drafts.map((draft) => window.localStorage.getItem(draft) !== null)).toEqual([
      false,
      true,
    ]);
  });

  it('shows the error and preserves the typed text', async () => {
    server.on(DELETE, () => failure('The current password is wrong', 403));

    await askFor('not-it');

    expect(await screen.findByRole('alert')).toHaveTextContent('The current password is wrong');
    expect(screen.getByLabelText('Password')).toHaveValue('not-it');
    expect(screen.getByLabelText('Password')).toHaveFocus();
    expect(sessionToken('fan')).toBe('token');
  });

  it('closes on Cancel without a request', async () => {
    openSettings();
    await press('Delete my account');

    await press('Cancel');

    expect(screen.queryByLabelText('Password')).toBeNull();
    expect(screen.getByRole('button', { name: 'Delete my account' })).toHaveFocus();
    expect(server.sent(DELETE)).toEqual([]);
  });
});

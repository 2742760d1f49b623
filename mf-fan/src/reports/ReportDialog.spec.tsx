import { REPORT_REASON_MAX_LENGTH } from '@kickoff/contracts';
import { anOwnProfile } from '@kickoff/testing';
import { failure, fakeApi, json, later } from '@kickoff/testing/fake-api';
import { ServerState, startSession } from '@kickoff/web';
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { act, fireEvent, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';

import { collectedToasts } from '../test/toasts';
import ReportDialog from './ReportDialog';

const REPORT = 'POST /api/reports';
const ID = 'b'.repeat(24);
const toasts = collectedToasts({ isShown: true });
let api: ReturnType<typeof fakeApi>;
const onClose = jest.fn();

beforeEach(() => {
  window.localStorage.clear();
  onClose.mockReset();
  startSession('fan', 'token');
  api = fakeApi();
  api.on('GET /api/user/profile', () => json(anOwnProfile()));
  api.on(REPORT, () => json({ _id: 'c'.repeat(24) }));
});
afterEach(() => {
  jest.restoreAllMocks();
});

const open = () =>
  render(
    <ServerState of="fan">
      <ReportDialog
        target={{ type: 'post', id: ID, title: 'Report this post' }}
        onClose={onClose}
      />
    </ServerState>,
  );
const reason = () => screen.getByRole('textbox', { name: 'Why are you reporting this?' });
const send = () => userEvent.click(screen.getByRole('button', { name: 'Send report' }));
const write = (text: string) => fireEvent.change(reason(), { target: { value: text } });

describe('ReportDialog', () => {
  it('names the reported object and focuses the reason', () => {
    open();

    expect(screen.getByRole('dialog', { name: 'Report this post' })).toBeVisible();
    expect(reason()).toHaveFocus();
  });

  it('confirms in place once the report is filed', async () => {
    open();
    write('Threatens people');

    await send();

    expect(await screen.findByRole('status')).toHaveTextContent('Thank you.');
    expect(screen.getByRole('button', { name: 'Close' })).toHaveFocus();
    expect(screen.queryByRole('textbox')).toBeNull();
  });

  it.each(['', ' \n\u200b'])(
    'rejects the reason %j with a message and no request',
    async (text) => {
      open();
      write(text);

      await send();

      expect(screen.getByRole('alert')).toHaveTextContent('Please say why you are reporting this.');
      expect(reason()).toHaveFocus();
      expect(api.sent(REPORT)).toEqual([]);
    },
  );

  it('counts characters near the limit and rejects a longer text', async () => {
    open();
    write('😀'.repeat(REPORT_REASON_MAX_LENGTH - 1));
    expect(screen.getByText('1 character left')).toBeVisible();
    write('😀'.repeat(REPORT_REASON_MAX_LENGTH + 2));
    expect(screen.getByText('2 characters too many')).toBeVisible();

    await send();

    expect(screen.getByRole('alert')).toHaveTextContent('at most 1,000 characters');
    expect(api.sent(REPORT)).toEqual([]);
  });

  it('preserves the text when sending fails and retries with the same key', async () => {
    api.on(REPORT, () => failure('Too many requests. Please try again later.', 429));
    open();
    write('Spam');
    await send();
    expect(await screen.findByRole('alert')).toHaveTextContent('Too many requests.');
    expect(reason()).toHaveValue('Spam');

    api.on(REPORT, () => json({ _id: ID }));
    await send();

    await screen.findByText(/Thank you/);
    const [first = '', second] = api
      .sent(REPORT)
      .map(({ headers }) => headers.get('Idempotency-Key') ?? '');
    expect(first).toMatch(/^[\w-]{8,64}$/);
    expect(second).toBe(first);
  });

  it('files one report for many clicks', async () => {
    const answer = later(() => json({ _id: ID }));
    api.on(REPORT, answer.answer);
    open();
    write('Spam');

    for (let press = 0; press < 3; press += 1) await send();
    act(() => answer.arrive());

    await screen.findByText(/Thank you/);
    expect(api.sent(REPORT)).toHaveLength(1);
  });

  it('shows an error toast when sending fails after it was closed, until it is sent again', async () => {
    const late = later(() => failure('Too many reports for now', 429));
    api.on(REPORT, late.answer);
    const { unmount } = open();
    await waitFor(() => expect(api.sent('GET /api/user/profile')).toHaveLength(1));
    write('Spam');
    await send();
    unmount();

    act(() => late.arrive());
    const text = 'Your report is not sent: Too many reports for now';
    await waitFor(() => expect(toasts).toEqual([{ kind: 'error', text }]));
    api.on(REPORT, () => json({ _id: ID }));
    open();
    expect(await screen.findByDisplayValue('Spam')).toBe(reason());
    await send();

    await screen.findByText(/Thank you/);
    expect(toasts).toEqual([]);
  });

  it('closes on Cancel and restores the text when reopened', async () => {
    const { unmount } = open();
    await waitFor(() => expect(api.sent('GET /api/user/profile')).toHaveLength(1));
    write('Half a thought');
    await userEvent.click(screen.getByRole('button', { name: 'Cancel' }));
    expect(onClose).toHaveBeenCalledTimes(1);
    unmount();

    open();

    expect(await screen.findByDisplayValue('Half a thought')).toBe(reason());
  });
});

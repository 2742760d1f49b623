import type { AdminRow, SessionRow } from '@kickoff/contracts';
import { failure, fakeApi, json } from '@kickoff/testing/fake-api';
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';

import { openAt } from '../test/open';
import AdminListPage from './AdminListPage';

const ADMINS = '/api/admin/admins';
const SESSIONS = '/api/admin/sessions';
const aSession = (_id: string, current: boolean): SessionRow => ({
  _id,
  current,
  device: `Firefox ${_id}`,
  createdAt: '2026-11-21T12:00:00.000Z',
  lastSeenAt: '2026-11-21T13:00:00.000Z',
});
const anAdmin = (username: string, status: AdminRow['status']): AdminRow => ({
  _id: `id-${username}`,
  username,
  email: `${username}@kickoff.example`,
  status,
  createdAt: '2026-08-01T12:00:00.000Z',
});
let api: ReturnType<typeof fakeApi>;

beforeEach(() => {
  api = fakeApi();
  api.on(`GET ${ADMINS}`, () => json([anAdmin('first', 'active'), anAdmin('newcomer', 'pending')]));
  api.on(`GET ${SESSIONS}`, () => json([aSession('here', true), aSession('there', false)]));
});
afterEach(() => {
  jest.restoreAllMocks();
});

const open = () => openAt('/admins', <AdminListPage />);
const line = async (name: string) => within(await screen.findByRole('row', { name: RegExp(name) }));

describe('AdminListPage', () => {
  it('lists admins waiting for approval first', async () => {
    open();

    await line('newcomer');
    const names = screen.getAllByRole('rowheader').map(({ textContent }) => textContent);
    expect(names).toEqual(['newcomer', 'first']);
    expect((await line('newcomer')).getByText('Waits for approval')).toBeVisible();
  });

  it('approves after confirmation', async () => {
    api.on(`POST ${ADMINS}/id-newcomer/approve`, () => json(anAdmin('newcomer', 'active')));
    open();
    await userEvent.click((await line('newcomer')).getByRole('button', { name: /^Approve/ }));

    api.on(`GET ${ADMINS}`, () => json([anAdmin('newcomer', 'active')]));
    await userEvent.click(screen.getByRole('button', { name: 'Approve' }));

    await waitFor(async () => expect((await line('newcomer')).getByText('Active')).toBeVisible());
  });

  it('shows why the last admin cannot be removed', async () => {
    api.on(`DELETE ${ADMINS}/id-first`, () => failure('The last admin cannot be removed', 409));
    open();
    await userEvent.click((await line('first')).getByRole('button', { name: /^Remove/ }));
    await userEvent.click(screen.getByRole('button', { name: 'Remove' }));

    expect(await screen.findByText('The last admin cannot be removed')).toBeVisible();
    expect(screen.getByRole('rowheader', { name: 'first' })).toBeInTheDocument();
  });

  it('ends another session of the admin, but not the current one', async () => {
    api.on(`DELETE ${SESSIONS}/there`, () => new Response(null, { status: 204 }));
    open();
    const end = await screen.findByRole('button', { name: 'End the session of Firefox there' });
    expect(screen.queryByRole('button', { name: 'End the session of Firefox here' })).toBeNull();

    api.on(`GET ${SESSIONS}`, () => json([aSession('here', true)]));
    await userEvent.click(end);

    await waitFor(() => expect(screen.queryByText('Firefox there')).toBeNull());
    expect(screen.getByRole('main')).toHaveFocus();
  });

  it('shows why the list failed, and loads it on Retry', async () => {
    api.on(`GET ${ADMINS}`, () => failure('The database is away', 500));
    open();
    expect(await screen.findByRole('alert')).toHaveTextContent('The database is away');

    api.on(`GET ${ADMINS}`, () => json([anAdmin('first', 'active')]));
    await userEvent.click(screen.getByRole('button', { name: 'Retry' }));

    expect(await line('first')).toBeDefined();
  });
});

import { failure, fakeApi, later, page } from '@kickoff/testing/fake-api';
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';

import { openAt, presentAddress } from '../test/open';
import { aClientError } from '../test/rows';
import ClientErrorsPage from './ClientErrorsPage';

const ERRORS = 'GET /api/admin/client-errors';
let api: ReturnType<typeof fakeApi>;

beforeEach(() => {
  window.localStorage.clear();
  api = fakeApi();
});
afterEach(() => {
  jest.restoreAllMocks();
});

const open = () => openAt('/client-errors', <ClientErrorsPage />);

describe('ClientErrorsPage', () => {
  it('shows message, page, version, count and time of each error', async () => {
    api.on(`${ERRORS}?limit=20`, () => page([aClientError({ count: 1_200 })]));
    open();

    const row = within(await screen.findByRole('row', { name: /x\.map is not a function/ }));
    expect(row.getByText('Drawing failed')).toBeVisible();
    expect(row.getByText('leagues /match/:matchId')).toBeVisible();
    expect(row.getByText('1.0.0')).toBeVisible();
    expect(row.getByText('1,200')).toBeVisible();
    expect(row.getAllByText(/\d/, { selector: 'time' })).toHaveLength(2);
  });

  it('shows a loading state', async () => {
    const answer = later(() => page([aClientError()]));
    api.on(`${ERRORS}?limit=20`, answer.answer);
    open();

    expect(await screen.findByText('Loading...')).toBeInTheDocument();
    answer.arrive();

    expect(await screen.findByText('1 error')).toBeVisible();
    expect(screen.queryByText('Loading...')).toBeNull();
  });

  it('shows an empty state', async () => {
    api.on(`${ERRORS}?limit=20`, () => page([]));
    open();

    expect(await screen.findByText('No errors were reported')).toBeVisible();
    expect(screen.queryByRole('table')).toBeNull();
  });

  it('shows why the list failed, and loads it on Retry', async () => {
    api.on(`${ERRORS}?limit=20`, () => failure('It broke', 500));
    open();
    expect(await screen.findByRole('alert')).toHaveTextContent('It broke');

    api.on(`${ERRORS}?limit=20`, () => page([aClientError()]));
    await userEvent.click(screen.getByRole('button', { name: 'Retry' }));

    expect(await screen.findByRole('table')).toBeVisible();
  });

  it('pages through the list by the address', async () => {
    const next = '/api/admin/client-errors?limit=20&cursor=c1';
    api.on(`${ERRORS}?limit=20`, () => page([aClientError()], { next, total: 21 }));
    api.on(`${ERRORS}?limit=20&cursor=c1`, () => page([aClientError({ message: 'Older' })]));
    open();

    await userEvent.click(await screen.findByRole('button', { name: 'Next page' }));

    expect(await screen.findByText('Older')).toBeVisible();
    expect(presentAddress()).toBe('/client-errors?cursor=c1&page=2');
  });
});

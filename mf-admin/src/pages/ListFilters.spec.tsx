import { fakeApi, page } from '@kickoff/testing/fake-api';
import { writePreference } from '@kickoff/web/preferences';
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';

import { openAt, presentAddress } from '../test/open';
import { aFanRow } from '../test/rows';
import FanListPage from './FanListPage';

const FANS = '/api/admin/users';
const marta = aFanRow({ username: 'marta' });
let api: ReturnType<typeof fakeApi>;

beforeEach(() => {
  window.localStorage.clear();
  api = fakeApi();
  api.on(`GET ${FANS}?limit=20`, () => page([marta], { total: 45 }));
  api.on(`GET ${FANS}?q=mar&limit=20`, () => page([marta]));
});
afterEach(() => {
  jest.restoreAllMocks();
});

const open = (search = '') => openAt(`/user${search}`, <FanListPage />);
const button = (name: string) => screen.findByRole('button', { name });

describe('ListFilter', () => {
  it('removes chosen values that are not applied', async () => {
    open();
    await userEvent.click(await button('Filter'));
    await userEvent.selectOptions(screen.getByLabelText('Status'), 'Suspended');

    await userEvent.click(await button('Clear'));

    expect(screen.getByLabelText('Status')).toHaveValue('');
  });

  it('preserves chosen filters while a search is sent', async () => {
    open();
    await userEvent.click(await button('Filter'));
    await userEvent.selectOptions(screen.getByLabelText('Status'), 'Suspended');

    await userEvent.type(screen.getByRole('searchbox', { name: 'Search users' }), 'mar{Enter}');

    expect(await screen.findByText('1 fan')).toBeVisible();
    expect(screen.getByLabelText('Status')).toHaveValue('suspended');
  });

  it('saves a named filter and applies it on a later visit', async () => {
    const { unmount } = open('?q=mar');
    await userEvent.type(await screen.findByLabelText('Name of this filter'), 'All the Martas');
    await userEvent.click(await button('Save filter'));
    expect(await button('All the Martas')).toHaveAttribute('aria-pressed', 'true');
    unmount();
    open();

    await userEvent.click(await button('All the Martas'));

    expect(await screen.findByText('1 fan')).toBeVisible();
    expect(presentAddress()).toBe('/user?q=mar');
    await userEvent.click(await button('Remove the filter All the Martas'));
    expect(screen.queryByRole('button', { name: 'All the Martas' })).toBeNull();
    expect(screen.getByRole('main')).toHaveFocus();
  });

  it('preserves a filter that another tab has saved meanwhile', async () => {
    open('?q=mar');
    await userEvent.type(await screen.findByLabelText('Name of this filter'), 'Mine');
    const others = [{ title: 'Of the other tab', query: 'status=suspended' }];
    writePreference('admin-filters:fans', JSON.stringify(others));

    await userEvent.click(await button('Save filter'));

    expect(await button('Mine')).toBeVisible();
    expect(await button('Of the other tab')).toBeVisible();
  });
});

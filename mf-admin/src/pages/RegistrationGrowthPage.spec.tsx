import { failure, fakeApi, json } from '@kickoff/testing/fake-api';
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';

import { openAt, presentAddress } from '../test/open';
import RegistrationGrowthPage from './RegistrationGrowthPage';

const months = (january: number) =>
  Array.from({ length: 12 }, (_, at) => ({ _id: at + 1, count: at === 0 ? january : 0 }));
const call = (year: number) => `/api/admin/user-registrations?year=${year}`;
let api: ReturnType<typeof fakeApi>;

beforeEach(() => {
  jest.useFakeTimers({ advanceTimers: true, now: Date.parse('2026-11-21T12:00:00Z') });
  api = fakeApi();
  api.on(`GET ${call(2026)}`, () => json(months(812)));
});
afterEach(() => {
  jest.restoreAllMocks();
  jest.useRealTimers();
});

const open = (search = '') => openAt(`/engagement${search}`, <RegistrationGrowthPage />);

describe('RegistrationGrowthPage', () => {
  it('shows its title, months from Jan to Dec, and a summary for screen readers', async () => {
    open();

    expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent('User Registration Growth');
    expect(await screen.findByText('812 registrations in 2026, most in Jan (812).')).toBeVisible();
    const key = within(screen.getByRole('list', { name: 'Registrations by month' }));
    expect(key.getAllByRole('button').map(({ textContent }) => textContent)).toEqual(
      'Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec'.split(' '),
    );
  });

  it('refers to the table when the chart cannot be drawn', async () => {
    // jsdom cannot draw the chart.
    open();

    const text = 'The chart could not be drawn. The table has the same numbers.';
    expect(await screen.findByRole('alert')).toHaveTextContent(text);
    // Readers do not reach what is in a picture.
    expect(screen.queryByRole('img')).toBeNull();
    await userEvent.click(screen.getByRole('button', { name: 'Retry' }));
    expect(await screen.findByText(text)).toBeVisible();
    expect(document.body).not.toHaveFocus();
  });

  it('shows each month on keyboard focus', async () => {
    open();

    const february = await screen.findByRole('button', { name: 'Feb: 0 Registrations' });
    await userEvent.click(screen.getByRole('button', { name: 'Jan: 812 Registrations' }));
    await userEvent.tab();

    expect(february).toHaveFocus();
  });

  it('shows the same numbers as a table, selected in the address', async () => {
    open();
    await userEvent.click(await screen.findByRole('button', { name: 'Table' }));

    expect(presentAddress()).toBe('/engagement?view=table');
    const january = within(screen.getByRole('row', { name: /^Jan/ }));
    expect(january.getAllByRole('cell').map(({ textContent }) => textContent)).toEqual([
      '812',
      '100.0%',
    ]);
  });

  it('shows another year on selection', async () => {
    api.on(`GET ${call(2025)}`, () => json(months(3)));
    open();
    await userEvent.selectOptions(await screen.findByRole('combobox', { name: 'Year' }), '2025');

    expect(await screen.findByText('3 registrations in 2025, most in Jan (3).')).toBeVisible();
    expect(presentAddress()).toBe('/engagement?year=2025');
  });

  it('shows a spinner while loading, the error, and loads on Retry', async () => {
    api.on(`GET ${call(2026)}`, () => failure('Counting failed', 500));
    open();
    expect(screen.getByRole('status')).toHaveTextContent('Loading...');
    expect(await screen.findByRole('alert')).toHaveTextContent('Counting failed');

    api.on(`GET ${call(2026)}`, () => json(months(1)));
    await userEvent.click(screen.getByRole('button', { name: 'Retry' }));

    expect(await screen.findByText('1 registration in 2026, most in Jan (1).')).toBeVisible();
  });
});

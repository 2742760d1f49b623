import { failure, fakeApi, json, later, page } from '@kickoff/testing/fake-api';
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';

import { openAt, presentAddress } from '../test/open';
import { aFanRow } from '../test/rows';
import FanListPage from './FanListPage';

const FANS = '/api/admin/users';
const marta = aFanRow({ username: 'marta', postsCount: 12 });
const kwame = aFanRow({ username: 'kwame', status: 'suspended' });
let api: ReturnType<typeof fakeApi>;

beforeEach(() => {
  window.localStorage.clear();
  api = fakeApi();
  api.on(`GET ${FANS}?limit=20`, () =>
    page([marta, kwame], { total: 45, next: '/api/list?cursor=abc' }),
  );
});
afterEach(() => {
  jest.restoreAllMocks();
});

const open = (search = '') => openAt(`/user${search}`, <FanListPage />);
const line = async (name: string) => within(await screen.findByRole('row', { name: RegExp(name) }));
const button = (name: string) => screen.findByRole('button', { name });
const dialog = () => within(screen.getByRole('dialog'));

describe('FanListPage', () => {
  it('shows the specified columns of each fan', async () => {
    open();

    const cells = (await line('marta')).getAllByRole('cell').map(({ textContent }) => textContent);
    expect(cells).toContain(String(marta.userId));
    expect(cells).toContain(marta.email);
    expect(cells).toContain(marta.phone);
    const heads = screen.getAllByRole('columnheader').map(({ textContent }) => textContent);
    expect(heads).toEqual(
      expect.arrayContaining(['User ID', 'Name', 'Email', 'Mobile', 'Actions', 'Status', 'Posts']),
    );
    expect(screen.getByText('45 fans')).toBeVisible();
    expect(screen.getByText('1–2 of 45')).toBeVisible();
  });

  it.each([
    ['list', '', 'No fans match'],
    ['later page', '&cursor=abc', 'Nothing is left on this page'],
  ])('shows that a %s is empty', async (_, cursor, words) => {
    api.on(`GET ${FANS}?q=mar&limit=20${cursor}`, () => page([]));

    open(`?q=mar${cursor}`);

    expect(await screen.findByText(words)).toBeVisible();
  });

  it('focuses the list when its selection goes', async () => {
    open();
    await userEvent.click((await line('marta')).getByRole('checkbox'));

    await userEvent.click(await button('Select none'));

    expect(screen.queryByText('1 selected')).toBeNull();
    expect(screen.getByRole('region', { name: 'Users List' })).toHaveFocus();
  });

  it.each([
    ['by its button', async () => userEvent.click(await button('Search'))],
    ['by Enter', () => userEvent.keyboard('{Enter}')],
  ])('searches %s and stores the text in the address', async (_, start) => {
    api.on(`GET ${FANS}?q=mar&limit=20`, () => page([marta]));
    open();
    await userEvent.type(await screen.findByRole('searchbox', { name: 'Search users' }), 'mar');

    await start();

    expect(await screen.findByText('1 fan')).toBeVisible();
    expect(presentAddress()).toBe('/user?q=mar');
  });

  it('filters by the chosen values and shows the number of filters', async () => {
    api.on(`GET ${FANS}?status=suspended&limit=20`, () => page([kwame]));
    open();
    await userEvent.click(await button('Filter'));

    await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Status' }), 'Suspended');
    await userEvent.click(screen.getByRole('button', { name: 'Apply' }));

    expect(await button('Filter (1)')).toBeVisible();
    expect(await screen.findByText('1 fan')).toBeVisible();
    expect(presentAddress()).toBe('/user?status=suspended');
  });

  it('applies the filters of a shared address', async () => {
    api.on(`GET ${FANS}?q=mar&hasPosts=true&sort=email&limit=50`, () => page([marta]));

    open('?q=mar&hasPosts=true&sort=email&limit=50&stray=1');

    expect(await line('marta')).toBeDefined();
    expect(screen.getByRole('searchbox')).toHaveValue('mar');
    expect(screen.getByRole('columnheader', { name: 'Email' })).toHaveAttribute(
      'aria-sort',
      'ascending',
    );
  });

  it('sorts by a column, and in reverse on a second click', async () => {
    api.on(`GET ${FANS}?sort=email&limit=20`, () => page([marta]));
    api.on(`GET ${FANS}?sort=-email&limit=20`, () => page([kwame]));
    open();
    const head = () => screen.findByRole('columnheader', { name: 'Email' });

    await userEvent.click(within(await head()).getByRole('button'));
    expect(await head()).toHaveAttribute('aria-sort', 'ascending');
    await userEvent.click(within(await head()).getByRole('button'));

    expect(await head()).toHaveAttribute('aria-sort', 'descending');
    expect(await line('kwame')).toBeDefined();
  });

  it('goes to the next page and back', async () => {
    api.on(`GET ${FANS}?limit=20&cursor=abc`, () =>
      page([aFanRow({ username: 'late' })], { total: 45 }),
    );
    open();
    await line('marta');

    await userEvent.click(await button('Next page'));
    expect(await line('late')).toBeDefined();
    expect(screen.getByText('21–21 of 45')).toBeVisible();
    await userEvent.click(await button('Previous page'));

    expect(await line('marta')).toBeDefined();
    expect(presentAddress()).toBe('/user');
  });

  it('offers no page after the last, with a button that can have the focus', async () => {
    api.on(`GET ${FANS}?limit=20&cursor=abc`, () => page([aFanRow({ username: 'late' })]));
    open();
    await line('marta');
    await userEvent.click(await button('Next page'));
    await line('late');

    const next = await button('Next page');
    expect(next).toHaveAttribute('aria-disabled', 'true');
    expect(next).toBeEnabled();
    await userEvent.click(next);

    expect(presentAddress()).toBe('/user?cursor=abc&page=2');
  });

  it('goes one page on when the button is pressed twice', async () => {
    const second = later(() =>
      page([aFanRow({ username: 'late' })], { total: 45, next: '/api/list?cursor=def' }),
    );
    api.on(`GET ${FANS}?limit=20&cursor=abc`, second.answer);
    open();
    await line('marta');

    await userEvent.dblClick(await button('Next page'));
    second.arrive();

    expect(await line('late')).toBeDefined();
    expect(presentAddress()).toBe('/user?cursor=abc&page=2');
  });

  it('stores the page size for the next visit', async () => {
    api.on(`GET ${FANS}?limit=100`, () => page([marta]));
    const { unmount } = open();
    await line('marta');
    await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Rows per page' }), '100');
    await waitFor(() => expect(presentAddress()).toBe('/user?limit=100'));
    unmount();

    open();

    await line('marta');
    expect(screen.getByRole('combobox', { name: 'Rows per page' })).toHaveValue('100');
  });

  it('deletes only after the name is typed and shows the row until the server confirms', async () => {
    api.on(`DELETE ${FANS}/${marta._id}`, () => failure('The database is away', 500));
    open();
    await userEvent.click((await line('marta')).getByRole('button', { name: 'Delete marta' }));
    const asks = within(screen.getByRole('alertdialog', { name: 'Delete marta?' }));
    const word = asks.getByRole('textbox', { name: 'Type marta to go on' });

    await userEvent.type(word, 'marat');
    await userEvent.click(asks.getByRole('button', { name: 'Delete' }));
    expect(api.writes()).toEqual([]);

    await userEvent.clear(word);
    await userEvent.type(word, 'marta');
    await userEvent.click(asks.getByRole('button', { name: 'Delete' }));
    expect(await asks.findByText('Failed to delete user. The database is away')).toBeVisible();
    expect(screen.getByText('marta', { selector: 'a' })).toBeInTheDocument();

    api.on(`DELETE ${FANS}/${marta._id}`, () => json({ message: 'User deleted' }));
    api.on(`GET ${FANS}?limit=20`, () => page([kwame]));
    await userEvent.click(asks.getByRole('button', { name: 'Delete' }));
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
    expect(screen.queryByText('marta', { selector: 'a' })).toBeNull();
  });

  it('suspends only with a reason and preserves the text on failure', async () => {
    api.on(`POST ${FANS}/${marta._id}/suspend`, () => failure('Not now', 503));
    open();
    await userEvent.click((await line('marta')).getByRole('button', { name: 'Suspend marta' }));

    await userEvent.click(dialog().getByRole('button', { name: 'Suspend' }));
    expect(dialog().getByRole('alert')).toHaveTextContent('Please give a reason.');
    expect(api.writes()).toEqual([]);

    await userEvent.type(dialog().getByRole('textbox', { name: /^Reason/ }), 'Sells tickets');
    await userEvent.click(dialog().getByRole('button', { name: 'Suspend' }));
    expect(await dialog().findByText('Not now')).toBeVisible();
    expect(dialog().getByRole('textbox', { name: /^Reason/ })).toHaveValue('Sells tickets');

    api.on(`POST ${FANS}/${marta._id}/suspend`, () => json(marta));
    await userEvent.click(dialog().getByRole('button', { name: 'Suspend' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(api.writes().at(-1)?.body).toEqual({ reason: 'Sells tickets' });
  });

  it('restores a suspended fan', async () => {
    api.on(`POST ${FANS}/${kwame._id}/restore`, () => json({ ...kwame, status: 'active' }));
    open();
    await userEvent.click((await line('kwame')).getByRole('button', { name: 'Restore kwame' }));

    await userEvent.click(screen.getByRole('button', { name: 'Restore' }));

    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
    expect(api.writes().map(({ call }) => call)).toEqual([`POST ${FANS}/${kwame._id}/restore`]);
  });

  it('exports exactly the filtered fans', async () => {
    const saved = jest.spyOn(HTMLAnchorElement.prototype, 'click').mockReturnValue();
    Object.assign(URL, { createObjectURL: () => 'blob:file', revokeObjectURL: () => undefined });
    api.on(`GET ${FANS}?status=suspended&limit=20`, () => page([kwame]));
    api.on(`GET ${FANS}?status=suspended&format=csv`, () => new Response('User ID\r\n1001\r\n'));
    open('?status=suspended');
    await line('kwame');

    await userEvent.click(await button('CSV'));

    await waitFor(() => expect(saved).toHaveBeenCalledTimes(1));
  });

  it('previews a bulk action on all matches, runs it once and shows its progress', async () => {
    const preview = {
      _id: 'b'.repeat(24),
      action: 'suspend',
      selected: 45,
      affected: 44,
      posts: 120,
      sessions: 9,
      names: ['marta', 'priya'],
    };
    const progress = { _id: 'c'.repeat(24), action: 'suspend', total: 44, skipped: 0, failed: 0 };
    api.on(`POST ${FANS}/bulk/preview`, () => json(preview));
    api.on(`POST ${FANS}/bulk`, () => json({ ...progress, state: 'running', done: 10 }));
    api.on(`GET ${FANS}/bulk/${progress._id}`, () =>
      json({ ...progress, state: 'done', done: 44 }),
    );
    open();
    await line('marta');

    await userEvent.click(screen.getByRole('checkbox', { name: 'Select this page' }));
    await userEvent.click(await button('Select all 45 that match'));
    await userEvent.click(await button('Suspend selected users'));
    expect(await screen.findByText(/^9 sessions end at once/)).toBeVisible();
    expect(screen.getByText('marta, priya and 42 others')).toBeVisible();
    expect(api.writes().map(({ call }) => call)).toEqual([`POST ${FANS}/bulk/preview`]);
    await userEvent.type(dialog().getByRole('textbox', { name: /^Reason/ }), 'A wave of spam');
    await userEvent.click(dialog().getByRole('button', { name: 'Suspend' }));

    expect(await screen.findByRole('dialog', { name: '44 fans suspended' })).toBeVisible();
    expect(api.writes().map(({ body }) => body)).toEqual([
      { action: 'suspend', filter: {} },
      { previewId: preview._id, reason: 'A wave of spam' },
    ]);
  });

  it('focuses the button of a bulk action again when its dialog is cancelled', async () => {
    const effect = { selected: 2, affected: 2, posts: 0, sessions: 0, names: ['marta'] };
    const preview = { _id: 'b'.repeat(24), action: 'suspend', ...effect };
    const late = later(() => json(preview));
    api.on(`POST ${FANS}/bulk/preview`, late.answer);
    open();
    await line('marta');
    await userEvent.click(screen.getByRole('checkbox', { name: 'Select this page' }));
    await userEvent.click(await button('Suspend selected users'));
    // A browser focuses it when the dialog opens.
    (await dialog().findByRole('button', { name: 'Close' })).focus();
    late.arrive();
    await screen.findByRole('dialog', { name: 'Suspend 2 fans?' });

    await userEvent.click(dialog().getByRole('button', { name: 'Cancel' }));

    await waitFor(async () => expect(await button('Suspend selected users')).toHaveFocus());
  });

  it('shows how many fans of a bulk action were unchanged and how many failed', async () => {
    const preview = {
      _id: 'b'.repeat(24),
      action: 'restore',
      selected: 20,
      affected: 20,
      posts: 0,
      sessions: 0,
      names: ['marta'],
    };
    const progress = { _id: 'c'.repeat(24), action: 'restore', total: 20 };
    const over = { ...progress, state: 'done', done: 20, skipped: 3, failed: 2 };
    api.on(`POST ${FANS}/bulk/preview`, () => json(preview));
    api.on(`POST ${FANS}/bulk`, () => json(over));
    api.on(`GET ${FANS}/bulk/${progress._id}`, () => json(over));
    open();
    await line('marta');

    await userEvent.click(screen.getByRole('checkbox', { name: 'Select this page' }));
    await userEvent.click(await button('Restore selected users'));
    await screen.findByRole('dialog', { name: 'Restore 20 fans?' });
    await userEvent.click(dialog().getByRole('button', { name: 'Restore' }));

    expect(await screen.findByRole('dialog', { name: '15 fans restored' })).toHaveTextContent(
      '20 of 20, 3 needed no change, 2 failed: please try again',
    );
  });

  it('applies to selected fans only and clears the selection on another list', async () => {
    api.on(`POST ${FANS}/bulk/preview`, () => failure('Too many', 429));
    api.on(`GET ${FANS}?q=mar&limit=20`, () => page([marta]));
    open();
    await line('marta');
    await userEvent.click(screen.getByRole('checkbox', { name: 'Select marta' }));

    await userEvent.click(await button('Delete selected users'));
    expect(await screen.findByText('Too many')).toBeVisible();
    expect(api.writes()[0]?.body).toEqual({ action: 'delete', ids: [marta._id] });

    await userEvent.click(screen.getByRole('button', { name: 'Close' }));
    await userEvent.type(screen.getByRole('searchbox'), 'mar{Enter}');
    await screen.findByText('1 fan');
    expect(screen.queryByText('1 selected')).toBeNull();
  });

  it('leaves the rest of the page selected when one of all matches is deselected', async () => {
    api.on(`POST ${FANS}/bulk/preview`, () => failure('Too many', 429));
    open();
    await line('marta');
    await userEvent.click(screen.getByRole('checkbox', { name: 'Select this page' }));
    await userEvent.click(await button('Select all 45 that match'));

    await userEvent.click(screen.getByRole('checkbox', { name: 'Select marta' }));

    expect(screen.getByRole('checkbox', { name: 'Select marta' })).not.toBeChecked();
    expect(screen.getByText('1 selected')).toBeVisible();
    await userEvent.click(await button('Suspend selected users'));
    await screen.findByText('Too many');
    expect(api.writes()[0]?.body).toEqual({ action: 'suspend', ids: [kwame._id] });
  });

  it('selects nothing while the rows are of another list', async () => {
    const slow = later(() => page([kwame]));
    api.on(`GET ${FANS}?q=kw&limit=20`, slow.answer);
    open();
    await line('marta');
    await userEvent.type(screen.getByRole('searchbox'), 'kw{Enter}');

    await userEvent.click(screen.getByRole('checkbox', { name: 'Select marta' }));
    slow.arrive();

    await screen.findByText('1 fan');
    expect(screen.queryByText('1 selected')).toBeNull();
  });

  it('shows an empty state and the reason of a failed list', async () => {
    api.on(`GET ${FANS}?limit=20`, () => failure('The database is away', 500));
    open();
    expect(await screen.findByRole('alert')).toHaveTextContent('The database is away');

    api.on(`GET ${FANS}?limit=20`, () => page([]));
    await userEvent.click(await button('Retry'));

    expect(await screen.findByText('No fans match')).toBeVisible();
  });
});

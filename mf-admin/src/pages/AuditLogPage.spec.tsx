import { failure, fakeApi, page } from '@kickoff/testing/fake-api';
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';

import { openAt, presentAddress } from '../test/open';
import { anEntry } from '../test/rows';
import AuditLogPage from './AuditLogPage';

const LOG = '/api/admin/audit-log';
let api: ReturnType<typeof fakeApi>;

beforeEach(() => {
  window.localStorage.clear();
  api = fakeApi();
  api.on(`GET ${LOG}?limit=20`, () => page([anEntry({ details: { reason: 'Spam' } })]));
});
afterEach(() => {
  jest.restoreAllMocks();
});

const open = (search = '') => openAt(`/audit-log${search}`, <AuditLogPage />);

describe('AuditLogPage', () => {
  it('shows the actor, action and object of each entry', async () => {
    open();

    const line = within(await screen.findByRole('row', { name: /admin/ }));
    expect(line.getByText('Fan suspended')).toBeVisible();
    expect(line.getByText('reason: Spam')).toBeVisible();
    expect(line.getByRole('link')).toHaveAttribute('href', `/fan/${'f'.repeat(24)}`);
  });

  it('names an object without a name by its text, and by its id without a text', async () => {
    const targetId = 'a'.repeat(24);
    const deleted = anEntry({
      action: 'announcement.delete',
      targetType: 'announcement',
      targetId,
    });
    api.on(`GET ${LOG}?limit=20`, () =>
      page([
        { ...deleted, target: { excerpt: 'Cup final tonight' } },
        { ...deleted, _id: 'gone' },
      ]),
    );
    open();

    const [, withText, withoutText] = await screen.findAllByRole('row');
    expect(withText).toHaveTextContent('announcement “Cup final tonight”');
    expect(withoutText).toHaveTextContent(`announcement ${targetId}`);
  });

  it('filters by kind and day in the address', async () => {
    const from = encodeURIComponent(new Date(2026, 10, 1).toISOString());
    api.on(`GET ${LOG}?action=post.remove&from=${from}&limit=20`, () => page([]));
    open();
    await userEvent.click(screen.getByRole('button', { name: 'Filter' }));

    await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Kind' }), 'Post removed');
    await userEvent.type(screen.getByLabelText('From'), '2026-11-01');
    await userEvent.click(screen.getByRole('button', { name: 'Apply' }));

    expect(await screen.findByText('No entries match')).toBeVisible();
    expect(presentAddress()).toBe('/audit-log?action=post.remove&from=2026-11-01');
    expect(screen.getByRole('button', { name: 'Apply' })).toHaveFocus();
  });

  it('leaves the focus in the filters after Enter', async () => {
    api.on(`GET ${LOG}?actor=ada&limit=20`, () => page([]));
    open();
    await userEvent.click(screen.getByRole('button', { name: 'Filter' }));

    await userEvent.type(screen.getByRole('textbox', { name: /^Admin/ }), 'ada{Enter}');

    expect(await screen.findByText('No entries match')).toBeVisible();
    expect(screen.getByRole('form', { name: 'Filter' })).toHaveFocus();
  });

  it('exports the filtered entries', async () => {
    const saved = jest.spyOn(HTMLAnchorElement.prototype, 'click').mockReturnValue();
    Object.assign(URL, { createObjectURL: () => 'blob:file', revokeObjectURL: () => undefined });
    api.on(`GET ${LOG}?actor=ada&limit=20`, () => page([anEntry()]));
    api.on(`GET ${LOG}?actor=ada&format=csv`, () => new Response('When\r\n'));
    open('?actor=ada');

    await userEvent.click(await screen.findByRole('button', { name: 'CSV' }));

    await waitFor(() => expect(saved).toHaveBeenCalledTimes(1));
  });

  it('shows why the log failed, and loads it on Retry', async () => {
    api.on(`GET ${LOG}?limit=20`, () => failure('The database is away', 500));
    open();
    expect(await screen.findByRole('alert')).toHaveTextContent('The database is away');

    api.on(`GET ${LOG}?limit=20`, () => page([anEntry()]));
    await userEvent.click(screen.getByRole('button', { name: 'Retry' }));

    expect(await screen.findByText('1 entry')).toBeVisible();
  });
});

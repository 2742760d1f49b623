import { failure, fakeApi, json, page } from '@kickoff/testing/fake-api';
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';

import { openAt, presentAddress } from '../test/open';
import { aCase } from '../test/rows';
import ReportQueuePage from './ReportQueuePage';

const REPORTS = '/api/admin/reports';
const OPEN = `${REPORTS}?limit=20&state=open`;
const spam = aCase({ count: 3 });
let api: ReturnType<typeof fakeApi>;

beforeEach(() => {
  window.localStorage.clear();
  api = fakeApi();
  api.on(`GET ${OPEN}`, () => page([spam]));
});
afterEach(() => {
  jest.restoreAllMocks();
});

const open = (search = '') => openAt(`/reports${search}`, <ReportQueuePage />);
const theCase = async (name = 'Post by spammer, reported by 3 fans') =>
  within(await screen.findByRole('article', { name }));
const dialog = () => within(screen.getByRole('dialog'));

describe('ReportQueuePage', () => {
  it('shows a snapshot of the reported content with its reports', async () => {
    open();

    expect((await theCase()).getByText('Buy tickets here')).toBeVisible();
    expect((await theCase()).getByText('This is spam')).toBeVisible();
    expect((await theCase()).getByText('and 2 more')).toBeVisible();
    expect(screen.getByText('1 case')).toBeVisible();
  });

  it('names the author once, with a link to the fan', async () => {
    open();

    expect((await theCase()).getAllByText(/spammer/)).toHaveLength(2);
    expect((await theCase()).getByRole('link', { name: 'View fan spammer' })).toBeVisible();
  });

  it('says why an appeal was closed without a decision', async () => {
    const appeal = aCase({ targetType: 'appeal', state: 'closed' });
    api.on(`GET ${REPORTS}?state=closed&limit=20&`, () => page([appeal]));

    open('?state=closed');

    expect(await screen.findByText(/^Closed without a decision/)).toBeVisible();
  });

  it('leads from a later page without cases to the page before', async () => {
    api.on(`GET ${REPORTS}?limit=20&cursor=abc&state=open`, () => page([], { total: 1 }));
    open('?cursor=abc&page=2');
    expect(await screen.findByText('Nothing is left on this page')).toBeVisible();
    expect(screen.queryByText('Nothing waits for a decision')).toBeNull();

    await userEvent.click(screen.getByRole('button', { name: 'Previous page' }));

    expect((await theCase()).getByText('Buy tickets here')).toBeVisible();
    expect(presentAddress()).toBe('/reports');
    expect(screen.getByRole('main')).toHaveFocus();
  });

  it('removes a case that another admin has decided meanwhile', async () => {
    api.on(`POST ${REPORTS}/${spam._id}/resolve`, () => failure('This case is closed', 409));
    open();
    await userEvent.click((await theCase()).getByRole('button', { name: 'Dismiss' }));
    api.on(`GET ${OPEN}`, () => page([]));

    await userEvent.click(dialog().getByRole('button', { name: 'Dismiss' }));

    expect(await dialog().findByRole('alert')).toHaveTextContent('This case is closed');
    expect(await screen.findByText('Nothing waits for a decision')).toBeInTheDocument();
  });

  it('moves the focus from case to case with j and k, except while a dialog is open', async () => {
    const second = aCase({ count: 1, snapshot: { username: 'bot', text: 'More', media: [] } });
    api.on(`GET ${OPEN}`, () => page([spam, second]));
    open();
    const [first, next] = await screen.findAllByRole('article');

    await userEvent.keyboard('j');
    expect(first).toHaveFocus();
    await userEvent.keyboard('j');
    expect(next).toHaveFocus();
    await userEvent.keyboard('j');
    expect(next).toHaveFocus();
    await userEvent.keyboard('k');
    expect(first).toHaveFocus();

    await userEvent.click((await theCase()).getByRole('button', { name: 'Dismiss' }));
    await userEvent.keyboard('j');
    expect(dialog().getByRole('textbox')).toHaveValue('j');
  });

  it('suspends until a chosen time', async () => {
    const sent: unknown[] = [];
    api.on(`POST ${REPORTS}/${spam._id}/resolve`, ({ body }) => {
      sent.push(body);
      return json(spam);
    });
    open();
    await userEvent.click((await theCase()).getByRole('button', { name: 'Suspend' }));
    await userEvent.type(dialog().getByLabelText('Reason, shown to the fan'), 'Spam');
    fireEvent.change(dialog().getByLabelText(/^Until/), { target: { value: '2027-01-01T12:00' } });

    await userEvent.click(dialog().getByRole('button', { name: 'Suspend' }));

    await waitFor(() => expect(sent).toHaveLength(1));
    const until = new Date('2027-01-01T12:00').toISOString();
    expect(sent).toEqual([{ action: 'suspend', note: 'Spam', until }]);
  });

  it("shows the server's copy of a picture that fails to load, or a notice when it is missing", async () => {
    const media = [`${'a'.repeat(32)}.webp`];
    const shown = aCase({ count: 3, snapshot: { username: 'spammer', text: '', media } });
    const live = new Set<string>();
    Object.assign(URL, {
      createObjectURL: () => {
        const url = `blob:kept-${live.size + 1}`;
        live.add(url);
        return url;
      },
      revokeObjectURL: (url: string) => live.delete(url),
    });
    api.on(`GET ${OPEN}`, () => page([shown]));
    api.on(`GET ${REPORTS}/${shown._id}/media/0`, () => new Response('file'));
    const { unmount } = open();
    const picture = await screen.findByRole('img', { name: 'Picture of spammer' });
    expect(picture).toHaveAttribute('src', expect.stringContaining(media[0] ?? ''));

    fireEvent.error(picture);
    await waitFor(() => expect(picture).toHaveAttribute('src', expect.stringContaining('blob:')));
    expect([...live]).toEqual([picture.getAttribute('src')]);
    unmount();
    expect([...live]).toEqual([]);

    api.on(`GET ${REPORTS}/${shown._id}/media/0`, () => failure('No such file', 404));
    open();
    fireEvent.error(await screen.findByRole('img', { name: 'Picture of spammer' }));
    expect(await screen.findByText('The picture is gone')).toBeVisible();
  });

  it("offers a retry when a reported file's copy does not load", async () => {
    const media = [`${'a'.repeat(32)}.webp`];
    const shown = aCase({ count: 3, snapshot: { username: 'spammer', text: '', media } });
    const file = `GET ${REPORTS}/${shown._id}/media/0`;
    Object.assign(URL, { createObjectURL: () => 'blob:copy', revokeObjectURL: () => undefined });
    api.on(`GET ${OPEN}`, () => page([shown]));
    api.on(file, () => failure('Not now', 500));
    open();
    fireEvent.error(await screen.findByRole('img', { name: 'Picture of spammer' }));
    expect(await screen.findByRole('alert')).toHaveTextContent('This file did not load.');

    api.on(file, () => new Response('file'));
    await userEvent.click(screen.getByRole('button', { name: 'Retry' }));

    const picture = await screen.findByRole('img', { name: 'Picture of spammer' });
    expect(picture).toHaveAttribute('src', 'blob:copy');
    expect(screen.getByRole('article')).toHaveFocus();
  });

  it('shows open, assigned and closed cases by the address', async () => {
    api.on(`GET ${REPORTS}?mine=true&limit=20&state=open`, () => page([]));
    api.on(`GET ${REPORTS}?state=closed&limit=20&`, () =>
      page([
        aCase({
          count: 3,
          state: 'closed',
          decision: {
            action: 'dismiss',
            note: 'Banter',
            by: { _id: 'a', username: 'admin' },
            at: '2026-11-21T12:00:00.000Z',
          },
        }),
      ]),
    );
    open();
    await theCase();

    await userEvent.click(screen.getByRole('button', { name: 'Mine' }));
    expect(await screen.findByText('No open case is assigned to you')).toBeVisible();
    await userEvent.click(screen.getByRole('button', { name: 'Closed' }));

    expect((await theCase()).getByText('Dismissed')).toBeVisible();
    expect((await theCase()).getByText('Banter')).toBeVisible();
    expect((await theCase()).queryByRole('button')).toBeNull();
    expect(presentAddress()).toBe('/reports?state=closed');
  });

  it('assigns and unassigns a case', async () => {
    api.on(`POST ${REPORTS}/${spam._id}/assign`, () => json(spam));
    api.on(`DELETE ${REPORTS}/${spam._id}/assign`, () => json(spam));
    open();
    const taken = { ...spam, assignee: { _id: 'a', username: 'admin' } };

    const take = (await theCase()).getByRole('button', { name: 'Assign to me' });
    api.on(`GET ${OPEN}`, () => page([taken]));
    await userEvent.click(take);
    expect(await screen.findByText('Assigned to admin')).toBeVisible();
    api.on(`GET ${OPEN}`, () => page([spam]));
    await userEvent.click((await theCase()).getByRole('button', { name: 'Unassign' }));

    expect(await screen.findByRole('button', { name: 'Assign to me' })).toBeVisible();
  });

  it('decides a case with a note, and removes it only when the server confirms', async () => {
    const resolve = `POST ${REPORTS}/${spam._id}/resolve`;
    api.on(resolve, () => failure('Somebody else has decided', 409));
    open();
    await userEvent.click((await theCase()).getByRole('button', { name: 'Remove' }));
    await userEvent.type(dialog().getByRole('textbox'), 'Ticket touting');
    await userEvent.click(dialog().getByRole('button', { name: 'Remove' }));
    expect(await dialog().findByText('Somebody else has decided')).toBeVisible();
    expect(dialog().getByRole('textbox')).toHaveValue('Ticket touting');

    api.on(resolve, () => json({ ...spam, state: 'closed' }));
    api.on(`GET ${OPEN}`, () => page([]));
    await userEvent.click(dialog().getByRole('button', { name: 'Remove' }));

    expect(await screen.findByText('Nothing waits for a decision')).toBeVisible();
    expect(api.writes().at(-1)?.body).toEqual({ action: 'remove', note: 'Ticket touting' });
  });

  it.each([
    ['post', 'Remove', `/api/admin/posts/${'c'.repeat(24)}/restore`],
    ['post', 'Suspend', `/api/admin/users/${'d'.repeat(24)}/restore`],
    ['comment', 'Remove', undefined],
  ] as const)(
    'offers Undo in the toast for a case of a %s after %s',
    async (kind, verb, address) => {
      const decided = aCase({
        count: 3,
        targetType: kind,
        targetId: 'c'.repeat(24),
        owner: { _id: 'd'.repeat(24), username: 'spammer' },
      });
      api.on(`GET ${OPEN}`, () => page([decided]));
      api.on(`POST ${REPORTS}/${decided._id}/resolve`, () => json(decided));
      api.on(`POST ${address ?? ''}`, () => json({}));
      const toasts: { undo?: (() => void) | undefined }[] = [];
      const collect = ({ detail }: WindowEventMap['kickoff:toast']) => void toasts.push(detail);
      window.addEventListener('kickoff:toast', collect, { once: true });
      open();
      const shown = within(await screen.findByRole('article'));
      await userEvent.click(shown.getByRole('button', { name: verb }));
      await userEvent.type(dialog().getByRole('textbox'), 'Spam');
      await userEvent.click(dialog().getByRole('button', { name: verb }));
      await waitFor(() => expect(toasts).toHaveLength(1));

      toasts[0]?.undo?.();

      const restored = api.writes().filter(({ call }) => call.endsWith('/restore'));
      expect(restored.map(({ call }) => call)).toEqual(
        address === undefined ? [] : [`POST ${address}`],
      );
    },
  );

  it('dismisses without a note', async () => {
    api.on(`POST ${REPORTS}/${spam._id}/resolve`, () => json(spam));
    open();
    await userEvent.click((await theCase()).getByRole('button', { name: 'Dismiss' }));
    await userEvent.click(dialog().getByRole('button', { name: 'Dismiss' }));

    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(api.writes()[0]?.body).toEqual({ action: 'dismiss' });
  });

  it('offers the decisions that fit a fan or an appeal', async () => {
    api.on(`GET ${OPEN}`, () =>
      page([aCase({ targetType: 'user' }), aCase({ targetType: 'appeal' })]),
    );
    open();
    const named = async (name: string) =>
      (await theCase(name)).getAllByRole('button').map(({ textContent }) => textContent);

    expect(await named('Fan spammer, reported by 1 fan')).toEqual([
      'Assign to me',
      'Dismiss',
      'Suspend',
    ]);
    expect(await named('Appeal of spammer')).toEqual(['Assign to me', 'Restore', 'Keep suspended']);
  });

  it('shows why the queue failed, and loads it on Retry', async () => {
    api.on(`GET ${OPEN}`, () => failure('The database is away', 500));
    open();
    expect(await screen.findByRole('alert')).toHaveTextContent('The database is away');

    api.on(`GET ${OPEN}`, () => page([spam]));
    await userEvent.click(screen.getByRole('button', { name: 'Retry' }));

    expect(await theCase()).toBeDefined();
  });
});

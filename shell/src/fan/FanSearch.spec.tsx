import type { FoundFan } from '@kickoff/contracts';
import { aFan } from '@kickoff/testing';
import { failure, fakeApi, json, later } from '@kickoff/testing/fake-api';
import { goTo, replaceAddress, ServerState, startSession } from '@kickoff/web';
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { act, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';

import { installLive } from '../test/remote-list';
import { FanSearch } from './FanSearch';
import SearchSheet from './SearchSheet';

const search = (q: string) => `GET /api/user/search/users?q=${q}`;
const found = (username: string, following = false): FoundFan => ({
  ...aFan({ username }),
  following,
});
let api: ReturnType<typeof fakeApi>;

beforeEach(() => {
  replaceAddress('/home');
  startSession('fan', 'token');
  api = fakeApi();
  api.on(search('ma'), () => json([found('marta.okafor'), found('mateo quiroga', true)]));
  api.on(search('mat'), () => json([found('mateo quiroga', true)]));
});
afterEach(() => {
  jest.restoreAllMocks();
});

const open = () =>
  render(
    <ServerState of="fan">
      <FanSearch />
    </ServerState>,
  );
const box = () => screen.getByRole('combobox', { name: 'Search fans' });
/** The requests that were not aborted. */
const asked = () =>
  jest
    .mocked(globalThis.fetch)
    .mock.calls.flatMap(([path, request]) => (request?.signal?.aborted ? [] : [path]));
const list = () => screen.findByRole('listbox', { name: 'Fans' });
const option = (name: RegExp) => screen.findByRole('option', { name });

describe('FanSearch', () => {
  it('makes no request for one character', async () => {
    const user = userEvent.setup({ delay: null });
    open();

    await user.type(box(), 'm');
    await user.type(box(), 'a');
    await list();

    expect(asked()).toEqual(['/api/user/search/users?q=ma']);
  });

  it('makes one request for a quickly typed text', async () => {
    const user = userEvent.setup({ delay: null });
    open();

    await user.type(box(), 'mat');
    await list();

    expect(asked()).toHaveLength(1);
  });

  it('marks followed fans', async () => {
    open();

    await userEvent.type(box(), 'ma');

    expect(await option(/mateo quiroga/)).toHaveTextContent('Following');
    expect(await option(/marta.okafor/)).not.toHaveTextContent('Following');
  });

  it('is navigated by arrow keys, wraps around, and opens with Enter', async () => {
    open();
    await userEvent.type(box(), 'ma');
    const first = await option(/marta.okafor/);
    expect(first).toHaveAttribute('aria-selected', 'true');
    expect(box()).toHaveAttribute('aria-expanded', 'true');

    await userEvent.keyboard('{ArrowDown}{ArrowDown}{ArrowUp}');
    const last = await option(/mateo quiroga/);
    expect(last).toHaveAttribute('aria-selected', 'true');
    expect(box()).toHaveAttribute('aria-activedescendant', last.id);
    await userEvent.keyboard('{Enter}');

    expect(location.pathname).toBe('/profile/mateo%20quiroga');
    expect(box()).toHaveValue('');
    expect(screen.queryByRole('listbox')).toBeNull();
  });

  it('names the active option as soon as the list appears', async () => {
    const states: (string | null)[] = [];
    const observer = new MutationObserver(() => {
      if (document.querySelector('[role=listbox]')) {
        states.push(box().getAttribute('aria-activedescendant'));
      }
    });
    observer.observe(document.body, { subtree: true, childList: true, attributes: true });
    open();

    await userEvent.type(box(), 'ma');
    const first = await option(/marta.okafor/);
    observer.disconnect();

    expect(new Set(states)).toEqual(new Set([first.id]));
  });

  it('opens a fan on click', async () => {
    open();
    await userEvent.type(box(), 'ma');

    await userEvent.click(await option(/marta.okafor/));

    expect(location.pathname).toBe('/profile/marta.okafor');
  });

  it('waits for the response after an early Enter', async () => {
    const user = userEvent.setup({ delay: null });
    const answer = later(() => json([found('mateo quiroga')]));
    api.on(search('mat'), answer.answer);
    open();
    await user.type(box(), 'ma');
    await list();

    await user.type(box(), 't{Enter}');
    expect(location.pathname).toBe('/home');
    answer.arrive();

    await waitFor(() => expect(location.pathname).toBe('/profile/mateo%20quiroga'));
  });

  it('is cleared by Escape', async () => {
    open();
    await userEvent.type(box(), 'ma');
    await list();

    await userEvent.keyboard('{Escape}');

    expect(box()).toHaveValue('');
    expect(screen.queryByRole('listbox')).toBeNull();
  });

  it('hides the list below two characters', async () => {
    open();
    await userEvent.type(box(), 'ma');
    await list();

    await userEvent.keyboard('{Backspace}');

    expect(screen.queryByRole('listbox')).toBeNull();
    expect(box()).toHaveAttribute('aria-expanded', 'false');
  });

  it('ignores the response to an older text', async () => {
    const user = userEvent.setup({ delay: null });
    const older = later(() => json([found('too.late')]));
    api.on(search('ma'), older.answer);
    open();
    await user.type(box(), 'ma');
    await waitFor(() => expect(asked()).toHaveLength(1));
    await user.type(box(), 't');
    await option(/mateo quiroga/);

    // All effects of the response have run when `act` returns.
    await act(async () => {
      older.arrive();
      await older.answer();
    });

    expect(screen.getAllByRole('option')).toHaveLength(1);
    expect(screen.queryByText('too.late')).toBeNull();
  });

  it("shows 'No fans found', and the number of results", async () => {
    api.on(search('zz'), () => json([]));
    open();

    await userEvent.type(box(), 'zz');
    await waitFor(() => expect(screen.getByRole('status')).toHaveTextContent('No fans found'));
    await userEvent.clear(box());
    await userEvent.type(box(), 'ma');

    await waitFor(() => expect(screen.getByRole('status')).toHaveTextContent('2 fans found'));
  });

  it("shows 'No fans found' only for the text without results", async () => {
    api.on(search('zz'), () => json([]));
    const slow = later(() => json([found('zztop')]));
    api.on(search('zzt'), slow.answer);
    open();
    await userEvent.type(box(), 'zz');
    expect(await screen.findByText('No fans found', { ignore: '[role=status]' })).toBeVisible();

    await userEvent.type(box(), 't');

    expect(screen.getByText('Searching...')).toBeVisible();
    expect(screen.queryByText('No fans found')).toBeNull();
    slow.arrive();
    expect(await option(/zztop/)).toBeVisible();
  });

  it('shows an error in place, and retries', async () => {
    api.on(search('ma'), () => failure('It broke', 500));
    open();
    await userEvent.type(box(), 'ma');
    const alert = await screen.findByRole('alert');

    api.on(search('ma'), () => json([found('marta.okafor')]));
    within(alert).getByRole('button', { name: 'Retry' }).focus();
    await userEvent.keyboard('{Enter}');

    expect(await option(/marta.okafor/)).toBeVisible();
    expect(box()).toHaveFocus();
  });
});

describe('SearchSheet', () => {
  it('focuses the input, and closes after navigation to a fan', async () => {
    const onClose = jest.fn();
    render(
      <ServerState of="fan">
        <SearchSheet onClose={onClose} />
      </ServerState>,
    );
    expect(box()).toHaveFocus();

    await userEvent.keyboard('ma');
    await option(/marta.okafor/);
    await userEvent.keyboard('{Enter}');

    expect(location.pathname).toBe('/profile/marta.okafor');
    expect(onClose).toHaveBeenCalled();
  });

  it('closes on any navigation', () => {
    installLive();
    const onClose = jest.fn();
    render(
      <ServerState of="fan">
        <SearchSheet onClose={onClose} />
      </ServerState>,
    );

    act(() => goTo('/terms'));

    expect(onClose).toHaveBeenCalled();
  });
});

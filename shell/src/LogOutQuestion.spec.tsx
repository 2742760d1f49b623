import { fakeApi } from '@kickoff/testing/fake-api';
import { logOut, replaceAddress, ServerState, sessionToken, startSession } from '@kickoff/web';
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { act, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';

import { LogOutQuestion } from './LogOutQuestion';

const LOGOUT = 'POST /api/auth/logout';
const TOKEN = `head.${btoa(JSON.stringify({ sub: 'a'.repeat(24) }))}.signature`;
const DRAFT = `kickoff:draft:${'a'.repeat(24)}:post:1`;
let api: ReturnType<typeof fakeApi>;

beforeEach(() => {
  window.localStorage.clear();
  startSession('fan', TOKEN);
  replaceAddress('/home');
  api = fakeApi();
  api.on(LOGOUT, () => new Response(null, { status: 204 }));
  render(
    <ServerState of="fan">
      <LogOutQuestion audience="fan" />
    </ServerState>,
  );
});
afterEach(() => {
  jest.restoreAllMocks();
});

const writeDraft = (name = DRAFT) =>
  window.localStorage.setItem(
    name,
    JSON.stringify({ id: '1', text: 'Half a sentence', key: 'k', at: Date.now() }),
  );
const question = () => screen.findByRole('alertdialog', { name: /^Log out/ });
const press = async (name: string) => userEvent.click(await screen.findByRole('button', { name }));

describe('LogOutQuestion', () => {
  it('asks first when unsent data would be lost', async () => {
    writeDraft();

    await act(() => logOut('fan'));

    expect(await question()).toBeVisible();
    expect(sessionToken('fan')).toBe(TOKEN);
    expect(api.sent(LOGOUT)).toEqual([]);
  });

  it('deletes unsent data once confirmed', async () => {
    writeDraft();
    await act(() => logOut('fan'));

    await press('Log out');

    expect(sessionToken('fan')).toBeNull();
    expect(location.pathname).toBe('/');
    expect(window.localStorage.getItem(DRAFT)).toBeNull();
  });

  it('preserves the session and unsent data on Cancel', async () => {
    writeDraft();
    await act(() => logOut('fan'));

    await press('Cancel');

    expect(screen.queryByRole('alertdialog')).toBeNull();
    expect(sessionToken('fan')).toBe(TOKEN);
    expect(window.localStorage.getItem(DRAFT)).not.toBeNull();
  });

  it.each([
    ['nothing is unsent', undefined],
    ['only an admin has something unsent', `kickoff:draft:admin.${'b'.repeat(24)}:note:1`],
  ])('does not ask when %s', async (_case, name) => {
    if (name !== undefined) writeDraft(name);

    await act(() => logOut('fan'));

    expect(sessionToken('fan')).toBeNull();
    expect(location.pathname).toBe('/');
  });
});

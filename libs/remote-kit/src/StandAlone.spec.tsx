import type { RemoteDeclaration } from '@kickoff/contracts';
import { fakeApi, json } from '@kickoff/testing/fake-api';
import {
  forgetSession,
  installPages,
  raiseToast,
  replaceAddress,
  type RemoteModule,
} from '@kickoff/web';
import { beforeEach, describe, expect, it } from '@jest/globals';
import { act, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';

import { StandAlone } from './StandAlone';

const declaration: RemoteDeclaration = {
  name: 'leagues',
  pages: {
    Leagues: { paths: ['/FL', '/leagues'], audience: 'fan', title: 'All leagues' },
    Match: { paths: ['/match/:matchId'], audience: 'fan', title: 'Match' },
    Feeds: { paths: ['/feeds'], audience: 'admin', title: 'Feeds' },
  },
};
const pages: RemoteModule['pages'] = {
  Leagues: () => Promise.resolve({ default: () => <h1>Explore Leagues</h1> }),
  Match: () => Promise.reject(new Error('The chunk is missing.')),
};

let api: ReturnType<typeof fakeApi>;

beforeEach(() => {
  forgetSession('fan');
  installPages([declaration]);
  replaceAddress('/FL');
  api = fakeApi();
});

const open = () => render(<StandAlone declaration={declaration} pages={pages} />);

async function logIn() {
  await userEvent.type(screen.getByLabelText('Email'), 'alex@kickoff.example');
  await userEvent.type(screen.getByLabelText('Password'), 'secret');
  await userEvent.click(screen.getByRole('button', { name: 'Login' }));
}

const loggedIn = {
  token: 'token',
  user: { _id: 'u1', username: 'priya_raman', profilePicture: '' },
};

describe('StandAlone', () => {
  it('renders the page of the address after login', async () => {
    api.on('POST /api/auth/login', () => json(loggedIn));
    open();

    await logIn();

    expect(await screen.findByRole('heading', { name: 'Explore Leagues' })).toBeVisible();
    expect(document.title).toBe('All leagues · KickOff');
    expect(api.sent('POST /api/auth/login')[0]?.body).toEqual({
      email: 'alex@kickoff.example',
      password: 'secret',
    });
  });

  it('logs in to the audience of the page', async () => {
    api.on('POST /api/admin/login', () => json(loggedIn));
    replaceAddress('/feeds');
    open();

    await logIn();

    expect(api.sent('POST /api/admin/login')).toHaveLength(1);
  });

  it('shows why a login was rejected', async () => {
    api.on('POST /api/auth/login', () => json({ error: 'Invalid credentials' }, 401));
    open();

    await logIn();

    expect(await screen.findByRole('alert')).toHaveTextContent('Invalid credentials');
  });

  it('shows an error when a page fails to load', async () => {
    api.on('POST /api/auth/login', () => json(loggedIn));
    replaceAddress('/match/7');
    open();

    await logIn();

    expect(await screen.findByRole('alert')).toHaveTextContent('This page did not load.');
  });

  it('shows links to its pages at an undeclared address', async () => {
    api.on('POST /api/auth/login', () => json(loggedIn));
    replaceAddress('/');
    open();

    await logIn();

    const links = await screen.findAllByRole('link');
    expect(links.map((link) => link.getAttribute('href'))).toEqual(['/FL', '/feeds']);
  });

  it('shows toasts', () => {
    open();

    act(() => void raiseToast({ kind: 'ok', text: 'Saved' }));

    expect(screen.getByRole('status')).toHaveTextContent('Saved');
  });
});

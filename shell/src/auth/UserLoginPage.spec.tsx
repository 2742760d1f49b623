import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { failure, fakeApi, json, later } from '@kickoff/testing/fake-api';
import { forgetSession, sessionToken } from '@kickoff/web';
import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';

import { openPage } from '../test/open-page';
import { setRegistered } from './registered';
import { typedEmail } from './typed-email';
import * as UserLoginPage from './UserLoginPage';

let api: ReturnType<typeof fakeApi>;

beforeEach(() => {
  forgetSession('fan');
  api = fakeApi();
  typedEmail.current = '';
});
afterEach(() => {
  jest.restoreAllMocks();
});

const loggedIn = {
  token: 'a.b.c',
  user: { _id: 'u1', username: 'priya_raman', profilePicture: '' },
};
const LOGIN = 'POST /api/auth/login';
const open = (search = '') => openPage(`/user-login${search}`, UserLoginPage);
const email = () => screen.getByLabelText('Email');
const password = () => screen.getByLabelText('Password');
const button = () => screen.getByRole('button', { name: 'Login' });

async function logIn() {
  await userEvent.type(email(), 'marta@fans.example');
  await userEvent.type(password(), 'ninetyplus4');
  await userEvent.click(button());
}

describe('UserLoginPage', () => {
  it('stores the token and goes to the home page', async () => {
    api.on(LOGIN, () => json(loggedIn));
    open();

    await logIn();

    expect(sessionToken('fan')).toBe('a.b.c');
    expect(location.pathname).toBe('/home');
    expect(api.writes()).toEqual([
      { call: LOGIN, body: { email: 'marta@fans.example', password: 'ninetyplus4' } },
    ]);
  });

  it('returns to the page that required the login', async () => {
    api.on(LOGIN, () => json(loggedIn));
    open('?back=%2Fquiz%2F3');

    await logIn();

    expect(location.pathname).toBe('/quiz/3');
  });

  it.each([
    'https%3A%2F%2Felsewhere.example%2F',
    '%2F%2Felsewhere.example',
    '%2FAdminHome',
    '%2Fterms',
  ])('opens the home page when the return address %s is not a page for fans', async (back) => {
    api.on(LOGIN, () => json(loggedIn));
    open(`?back=${back}`);

    await logIn();

    expect(location.href).toBe('http://localhost/home');
  });

  it('greets a newly registered fan, fills in the email and focuses the password', async () => {
    setRegistered('marta');
    typedEmail.current = 'marta@fans.example';
    open('?registered=active');

    expect(await screen.findByRole('status')).toHaveTextContent('Welcome, marta');
    expect(email()).toHaveValue('marta@fans.example');
    expect(password()).toHaveFocus();
  });

  it('greets a newly registered fan only once', async () => {
    setRegistered('marta');
    const { unmount } = open('?registered=active');
    await screen.findByRole('status');
    unmount();
    open('?registered=active');

    expect(await screen.findByRole('status')).not.toHaveTextContent('marta');
  });

  it('requires an email and a password without a request', async () => {
    open();

    await userEvent.click(button());
    await userEvent.type(email(), 'no address');
    await userEvent.type(password(), 'ninetyplus4');
    await userEvent.click(button());

    expect(email()).toBeRequired();
    expect(email()).toBeInvalid();
    expect(password()).toBeRequired();
    expect(api.writes()).toEqual([]);
  });

  it("shows the server's message and preserves the typed text", async () => {
    api.on(LOGIN, () => failure('Invalid email or password', 401));
    open();

    await logIn();

    expect(await screen.findByRole('alert')).toHaveTextContent('Invalid email or password');
    expect(email()).toHaveValue('marta@fans.example');
    expect(password()).toHaveValue('ninetyplus4');
    expect(button()).not.toHaveAttribute('aria-busy');
  });

  it('clears the message on the next attempt', async () => {
    const second = later(() => json(loggedIn));
    api.on(LOGIN, () => failure('Invalid email or password', 401));
    open();
    await logIn();
    await screen.findByRole('alert');

    api.on(LOGIN, second.answer);
    await userEvent.click(button());

    expect(screen.queryByRole('alert')).toBeNull();
  });

  it('shows a network error, preserves the typed text and can be retried', async () => {
    open();

    await logIn();
    expect(await screen.findByRole('alert')).toHaveTextContent(
      'An error occurred. Please try again.',
    );
    expect(email()).toHaveValue('marta@fans.example');

    api.on(LOGIN, () => json(loggedIn));
    await userEvent.click(button());
    expect(location.pathname).toBe('/home');
  });

  it('sends once however often the button is pressed', async () => {
    const answer = later(() => json(loggedIn));
    api.on(LOGIN, answer.answer);
    open();

    await logIn();
    await userEvent.click(button());

    expect(button()).toHaveAttribute('aria-busy', 'true');
    expect(api.writes()).toHaveLength(1);
  });

  it('shows and hides the password', async () => {
    open();

    await userEvent.click(screen.getByRole('button', { name: 'Show password' }));
    expect(password()).toHaveAttribute('type', 'text');

    await userEvent.click(screen.getByRole('button', { name: 'Hide password' }));
    expect(password()).toHaveAttribute('type', 'password');
  });

  it('links to the password reset and the registration', () => {
    open();

    expect(screen.getByRole('link', { name: 'Forgot Password?' })).toHaveAttribute(
      'href',
      '/forgot',
    );
    expect(screen.getByRole('link', { name: 'Sign Up' })).toHaveAttribute('href', '/user-register');
  });

  it('confirms a registration', async () => {
    open('?registered=active');

    expect(await screen.findByRole('status')).toHaveTextContent('Welcome.');
  });
});

describe('SuspendedNotice', () => {
  const APPEAL = 'POST /api/auth/appeal';
  const text = () => screen.findByLabelText('Your appeal');
  const send = () => userEvent.click(screen.getByRole('button', { name: 'Send appeal' }));
  const suspended = (until?: string) =>
    json(
      {
        error: 'This account is suspended',
        code: 'forbidden',
        requestId: 'test',
        reason: 'Spam bot',
        ...(until === undefined ? {} : { until }),
      },
      403,
    );

  it('shows the reason and the end, and sends an appeal with the rejected credentials', async () => {
    api.on(LOGIN, () => suspended('2026-12-24T18:30:00.000Z'));
    api.on(APPEAL, () => json({ message: 'Your appeal is with the admins.' }, 201));
    open();
    await logIn();

    await userEvent.type(await text(), 'I am no bot');
    expect(screen.getByText('The reason given: Spam bot')).toBeVisible();
    expect(screen.getByText(/ends by itself on .*24/)).toBeVisible();
    await send();

    expect(await screen.findByRole('status')).toHaveTextContent('Your appeal is with the admins.');
    expect(screen.queryByLabelText('Your appeal')).toBeNull();
    expect(api.writes().at(-1)).toEqual({
      call: APPEAL,
      body: { email: 'marta@fans.example', password: 'ninetyplus4', text: 'I am no bot' },
    });
  });

  it('rejects an empty appeal and preserves a rejected one', async () => {
    api.on(LOGIN, () => suspended());
    api.on(APPEAL, () => failure('You have appealed against this suspension already', 409));
    open();
    await logIn();

    await text();
    await send();
    expect(screen.getByText('Please say why the suspension is wrong.')).toBeVisible();
    expect(api.writes().map(({ call }) => call)).toEqual([LOGIN]);

    await userEvent.type(await text(), 'Once more');
    await send();
    expect(
      await screen.findByText('You have appealed against this suspension already'),
    ).toBeVisible();
    expect(await text()).toHaveValue('Once more');
  });

  it('disappears when another login is rejected', async () => {
    api.on(LOGIN, () => suspended());
    open();
    await logIn();
    await text();

    api.on(LOGIN, () => failure('Invalid email or password', 401));
    await userEvent.click(button());

    expect(await screen.findByText('Invalid email or password')).toBeVisible();
    expect(screen.queryByLabelText('Your appeal')).toBeNull();
  });
});

describe('Demo logins', () => {
  it('log in with one click if the server offers them', async () => {
    const fan = { email: 'alex@kickoff.example', password: 'for everyone' };
    api.on('GET /api/auth/demo', () => json({ fans: [fan], admins: [fan] }));
    api.on(LOGIN, () => json(loggedIn));
    open();

    await userEvent.click(
      await screen.findByRole('button', { name: 'Enter the demo as alex@kickoff.example' }),
    );

    expect(api.writes()).toEqual([{ call: LOGIN, body: fan }]);
    expect(location.pathname).toBe('/home');
  });

  it('are hidden if the server offers none', async () => {
    api.on('GET /api/auth/demo', () => json({ fans: [], admins: [] }));
    open();

    await logIn();

    expect(await screen.findByRole('alert')).toBeVisible();
    expect(screen.queryByRole('button', { name: /demo/ })).toBeNull();
  });
});

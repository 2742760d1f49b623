import { failure, fakeApi, json } from '@kickoff/testing/fake-api';
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { cleanup, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';

import { openPage } from '../test/open-page';
import * as AdminForgotPage from './AdminForgotPage';
import * as AdminResetPage from './AdminResetPage';
import * as ForgotPage from './ForgotPage';
import * as ResetPage from './ResetPage';
import * as UserLoginPage from './UserLoginPage';
import { typedEmail } from './typed-email';

let api: ReturnType<typeof fakeApi>;

beforeEach(() => {
  api = fakeApi();
  typedEmail.current = '';
});
afterEach(() => {
  jest.restoreAllMocks();
});

async function askForLink() {
  await userEvent.type(screen.getByLabelText('Email'), 'marta@fans.example');
  await userEvent.click(screen.getByRole('button', { name: 'Submit' }));
}

async function reset() {
  await userEvent.type(screen.getByLabelText('Email'), 'marta@fans.example');
  await userEvent.type(screen.getByLabelText('New Password'), 'ninetyplus5');
  await userEvent.click(screen.getByRole('button', { name: 'Reset Password' }));
}

const MESSAGE = 'If there is an account, a link is on its way.';
const DEAD_LINK = 'This reset link is invalid or has expired';
const NO_ANSWER = 'An error occurred. Please try again.';

describe('Password reset of a fan', () => {
  it("sends the email and shows the server's message", async () => {
    api.on('POST /api/user/forgot-password', () => json({ message: MESSAGE }));
    openPage('/forgot', ForgotPage);

    await askForLink();

    expect(await screen.findByRole('status')).toHaveTextContent(MESSAGE);
    expect(api.writes()[0]?.body).toEqual({ email: 'marta@fans.example' });
  });

  it('is offered with the email that was typed into the login', async () => {
    openPage('/user-login', UserLoginPage);
    await userEvent.type(screen.getByLabelText('Email'), 'marta@fans.example');
    cleanup();

    openPage('/forgot', ForgotPage);

    expect(screen.getByLabelText('Email')).toHaveValue('marta@fans.example');
  });

  it('shows the rejection beside the form, and can be retried', async () => {
    api.on('POST /api/user/forgot-password', () => failure('Too many requests', 429));
    openPage('/forgot', ForgotPage);
    await askForLink();
    expect(await screen.findByRole('alert')).toHaveTextContent('Too many requests');

    api.on('POST /api/user/forgot-password', () => json({ message: MESSAGE }));
    await userEvent.click(screen.getByRole('button', { name: 'Submit' }));

    expect(await screen.findByRole('status')).toHaveTextContent(MESSAGE);
    expect(screen.queryByRole('alert')).toBeNull();
  });

  it('shows a network error', async () => {
    openPage('/forgot', ForgotPage);

    await askForLink();

    expect(await screen.findByRole('alert')).toHaveTextContent(NO_ANSWER);
    expect(screen.getByLabelText('Email')).toHaveValue('marta@fans.example');
  });

  it('requires an email without a request', async () => {
    openPage('/forgot', ForgotPage);

    await userEvent.click(screen.getByRole('button', { name: 'Submit' }));

    expect(screen.getByLabelText('Email')).toBeRequired();
    expect(api.writes()).toEqual([]);
  });
});

describe('Password reset of an admin', () => {
  it('has its own endpoint', async () => {
    api.on('POST /api/admin/forgot-password', () => json({ message: MESSAGE }));
    openPage('/adminforgot', AdminForgotPage);

    await askForLink();

    expect(await screen.findByRole('status')).toHaveTextContent(MESSAGE);
  });

  it('links to the login, the registration and the reset', () => {
    openPage('/adminforgot', AdminForgotPage);

    const hrefOf = (name: string) => screen.getByRole('link', { name }).getAttribute('href');
    expect(hrefOf('Login')).toBe('/admin-login');
    expect(hrefOf('Sign Up')).toBe('/admin-register');
    expect(hrefOf('Forgot Password')).toBe('/adminforgot');
  });
});

describe.each([
  ['a fan', '/reset/tok-en', '/forgot', 'POST /api/user/reset-password', ResetPage],
  [
    'an admin',
    '/admin-reset/tok-en',
    '/adminforgot',
    'POST /api/admin/reset-password',
    AdminResetPage,
  ],
])('The mailed link of %s', (_, address, forgot, call, Page) => {
  it('sends its token with the new password', async () => {
    api.on(call, () => json({ message: 'Your password has been changed' }));
    openPage(address, Page);

    await reset();

    expect(await screen.findByRole('status')).toHaveTextContent('Your password has been changed');
    expect(api.writes()[0]?.body).toEqual({
      token: 'tok-en',
      email: 'marta@fans.example',
      newPassword: 'ninetyplus5',
    });
  });

  it('shows that it is invalid, with a link to request another', async () => {
    api.on(call, () => failure(DEAD_LINK, 400));
    openPage(address, Page);

    await reset();

    expect(await screen.findByRole('alert')).toHaveTextContent(DEAD_LINK);
    expect(screen.getByRole('link', { name: 'Ask for another link' })).toHaveAttribute(
      'href',
      forgot,
    );
  });

  it('preserves the typed text without a response', async () => {
    openPage(address, Page);

    await reset();

    expect(await screen.findByRole('alert')).toHaveTextContent(NO_ANSWER);
    expect(screen.getByLabelText('New Password')).toHaveValue('ninetyplus5');
  });
});

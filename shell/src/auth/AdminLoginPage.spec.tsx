import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { failure, fakeApi, json } from '@kickoff/testing/fake-api';
import { forgetSession, sessionToken } from '@kickoff/web';
import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';

import { openPage } from '../test/open-page';
import * as AdminLoginPage from './AdminLoginPage';
import { typedEmail } from './typed-email';

let api: ReturnType<typeof fakeApi>;

beforeEach(() => {
  forgetSession('admin');
  api = fakeApi();
  typedEmail.current = '';
});
afterEach(() => {
  jest.restoreAllMocks();
});

const open = (search = '') => openPage(`/admin-login${search}`, AdminLoginPage);

async function logIn() {
  await userEvent.type(screen.getByLabelText('Email'), 'boss@admins.example');
  await userEvent.type(screen.getByLabelText('Password'), 'ninetyplus4');
  await userEvent.click(screen.getByRole('button', { name: 'Login' }));
}

describe('AdminLoginPage', () => {
  it('stores its own token and goes to the dashboard', async () => {
    api.on('POST /api/admin/login', () =>
      json({ token: 'a.b.c', user: { _id: 'a', username: 'ada' } }),
    );
    open();

    await logIn();

    expect(sessionToken('admin')).toBe('a.b.c');
    expect(sessionToken('fan')).toBeNull();
    expect(location.pathname).toBe('/AdminHome');
  });

  it("shows the server's message", async () => {
    const refusal = 'Your admin account is waiting for approval';
    api.on('POST /api/admin/login', () => failure(refusal, 403));
    open();

    await logIn();

    expect(await screen.findByRole('alert')).toHaveTextContent(refusal);
  });

  it('shows after a registration that an admin has to approve first', async () => {
    open('?registered=pending');

    expect(await screen.findByRole('status')).toHaveTextContent(
      'An active admin has to approve your account before you can log in.',
    );
  });

  it('links to the password reset and the registration', () => {
    open();

    expect(screen.getByRole('link', { name: 'Forgot Password' })).toHaveAttribute(
      'href',
      '/adminforgot',
    );
    expect(screen.getByRole('link', { name: 'Sign Up' })).toHaveAttribute(
      'href',
      '/admin-register',
    );
  });
});

import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { anAdminRegistration } from '@kickoff/testing';
import { failure, fakeApi, json } from '@kickoff/testing/fake-api';
import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';

import { openPage } from '../test/open-page';
import * as AdminRegisterPage from './AdminRegisterPage';

let api: ReturnType<typeof fakeApi>;

beforeEach(() => {
  api = fakeApi();
});
afterEach(() => {
  jest.restoreAllMocks();
});

const REGISTER = 'POST /api/admin/register';
const open = () => openPage('/admin-register', AdminRegisterPage);

async function register(overrides: Parameters<typeof anAdminRegistration>[0] = {}) {
  const admin = anAdminRegistration(overrides);
  await userEvent.type(screen.getByLabelText('Username'), admin.username);
  await userEvent.type(screen.getByLabelText('Email'), admin.email);
  await userEvent.type(screen.getByLabelText('Password'), admin.password);
  await userEvent.type(screen.getByLabelText('Confirm Password'), admin.confirm_password);
  if (admin.terms) await userEvent.click(screen.getByRole('checkbox'));
  await userEvent.click(screen.getByRole('button', { name: 'Register' }));
  return admin;
}

describe('AdminRegisterPage', () => {
  it("shows 'Registration successful' and goes to the admins' login", async () => {
    api.on(REGISTER, () => json({ ok: true, status: 'active' }, 201));
    open();

    const admin = await register();

    expect(await screen.findByRole('status')).toHaveTextContent('Registration successful');
    expect(location.pathname).toBe('/admin-login');
    expect(api.writes()).toEqual([{ call: REGISTER, body: admin }]);
  });

  it('opens the login with registered=pending when the account waits for approval', async () => {
    api.on(REGISTER, () => json({ ok: true, status: 'pending' }, 201));
    open();

    await register();

    expect(location.search).toBe('?registered=pending');
  });

  it('does not require the terms', async () => {
    api.on(REGISTER, () => json({ ok: true, status: 'active' }, 201));
    open();

    await register({ terms: false });

    expect(api.writes()[0]?.body).toMatchObject({ terms: false });
    expect(location.pathname).toBe('/admin-login');
  });

  it('rejects a typing error in the password without a request', async () => {
    open();

    await register({ confirm_password: 'ninetyplus5' });

    expect(screen.getByRole('alert')).toHaveTextContent('Passwords do not match');
    expect(api.writes()).toEqual([]);
  });

  it("shows the server's message", async () => {
    api.on(REGISTER, () => failure('Username already taken', 409));
    open();

    await register();

    expect(await screen.findByRole('alert')).toHaveTextContent('Username already taken');
  });

  it("shows 'Registration failed' without a message from the server", async () => {
    api.on(REGISTER, () => new Response('<h1>Bad gateway</h1>', { status: 502 }));
    open();

    await register();

    expect(await screen.findByRole('alert')).toHaveTextContent('Registration failed');
  });
});

import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { aFanRegistration } from '@kickoff/testing';
import { failure, fakeApi, json } from '@kickoff/testing/fake-api';
import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';

import { openPage } from '../test/open-page';
import * as UserRegisterPage from './UserRegisterPage';

let api: ReturnType<typeof fakeApi>;

beforeEach(() => {
  api = fakeApi();
});
afterEach(() => {
  jest.restoreAllMocks();
});

const REGISTER = 'POST /api/auth/register';
const open = () => openPage('/user-register', UserRegisterPage);
const alertText = () => screen.getByRole('alert').textContent;

async function fillIn(overrides: Parameters<typeof aFanRegistration>[0] = {}, agrees = true) {
  const fan = aFanRegistration(overrides);
  await userEvent.type(screen.getByLabelText('Username'), fan.username);
  await userEvent.type(screen.getByLabelText('Email'), fan.email);
  await userEvent.type(screen.getByLabelText('Phone'), fan.phone);
  await userEvent.type(screen.getByLabelText('Password'), fan.password);
  await userEvent.type(screen.getByLabelText('Confirm Password'), fan.confirm_password);
  if (agrees) await userEvent.click(screen.getByRole('checkbox', { name: /I agree/ }));
  return fan;
}
const register = () => userEvent.click(screen.getByRole('button', { name: 'Register' }));

const registered = {
  message: 'Registration successful',
  user: { _id: 'u1', username: 'priya_raman' },
};

describe('UserRegisterPage', () => {
  it('sends all fields and goes to the login', async () => {
    api.on(REGISTER, () => json(registered, 201));
    open();

    const fan = await fillIn();
    await register();

    expect(api.writes()).toEqual([{ call: REGISTER, body: { ...fan, hideContact: false } }]);
    expect(location.pathname).toBe('/user-login');
  });

  it('hides the contact data on request', async () => {
    api.on(REGISTER, () => json(registered, 201));
    open();

    await fillIn();
    await userEvent.click(screen.getByRole('checkbox', { name: 'Hide my contact data' }));
    await register();

    expect(api.writes()[0]?.body).toMatchObject({ hideContact: true });
  });

  it('shows first that the passwords differ, whatever else is wrong', async () => {
    open();

    await fillIn({ password: 'abc', confirm_password: 'abd' }, false);
    await register();

    expect(alertText()).toBe('Passwords do not match');
    expect(screen.getByLabelText('Confirm Password')).toHaveFocus();
    expect(screen.getByLabelText('Confirm Password')).toBeInvalid();
    expect(api.writes()).toEqual([]);
  });

  it('shows second that the terms are not accepted', async () => {
    open();

    await fillIn({ password: 'abc', confirm_password: 'abc' }, false);
    await register();

    expect(alertText()).toBe('You must agree to the terms and conditions');
    expect(screen.getByRole('checkbox', { name: /I agree/ })).toHaveFocus();
    expect(api.writes()).toEqual([]);
  });

  it('shows third that the password is too short', async () => {
    open();

    await fillIn({ password: 'abc', confirm_password: 'abc' });
    await register();

    expect(alertText()).toBe('Password must be at least 6 characters long');
    expect(screen.getByLabelText('Password')).toHaveFocus();
    expect(screen.getByLabelText('Password')).toHaveAccessibleDescription(
      '6 characters or more Password must be at least 6 characters long',
    );
    expect(api.writes()).toEqual([]);
  });

  it("leaves missing fields to the browser's validation", async () => {
    open();

    await register();

    for (const label of ['Username', 'Email', 'Phone', 'Password', 'Confirm Password']) {
      expect(screen.getByLabelText(label)).toBeRequired();
    }
    expect(screen.queryByRole('alert')).toBeNull();
    expect(api.writes()).toEqual([]);
  });

  it("shows the server's message, focuses its field and preserves the typed text", async () => {
    api.on(REGISTER, () => failure('Email already registered', 409, 'email'));
    open();

    const fan = await fillIn();
    await register();

    expect(await screen.findByRole('alert')).toHaveTextContent('Email already registered');
    expect(screen.getByLabelText('Email')).toHaveFocus();
    expect(screen.getByLabelText('Email')).toBeInvalid();
    expect(screen.getByLabelText('Email')).toHaveAccessibleDescription('Email already registered');
    expect(screen.getByLabelText('Username')).toHaveValue(fan.username);
    expect(screen.getByLabelText('Confirm Password')).toHaveValue(fan.confirm_password);
    expect(screen.getByRole('checkbox', { name: /I agree/ })).toBeChecked();
    expect(location.pathname).toBe('/user-register');
  });

  it('shows a network error, and can be retried', async () => {
    open();
    await fillIn();

    await register();
    expect(await screen.findByRole('alert')).toHaveTextContent(
      'An error occurred. Please try again.',
    );

    api.on(REGISTER, () => json(registered, 201));
    await register();
    expect(location.pathname).toBe('/user-login');
  });

  it('opens the terms in a new tab', () => {
    open();

    const terms = screen.getByRole('link', { name: /terms and conditions/ });
    expect(terms).toHaveAttribute('href', '/terms');
    expect(terms).toHaveAttribute('target', '_blank');
  });

  it('links to the login', () => {
    open();

    expect(screen.getByRole('link', { name: 'Login' })).toHaveAttribute('href', '/login');
  });
});

import { fakeApi, json } from '@kickoff/testing/fake-api';
import { forgetSession, raiseToast, replaceAddress, type RemoteModule } from '@kickoff/web';
import { beforeEach, describe, expect, it } from '@jest/globals';
import { act, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';

import { StandAlone } from './StandAlone';

const remote: RemoteModule = {
  contract: 1,
  routes: {
    Leagues: () => Promise.resolve({ default: () => <h1>Explore Leagues</h1> }),
    Match: () => Promise.reject(new Error('The chunk is missing.')),
  },
};

let api: ReturnType<typeof fakeApi>;

beforeEach(() => {
  forgetSession('fan');
  replaceAddress('/FL');
  api = fakeApi();
});

async function logIn() {
  await userEvent.type(screen.getByLabelText('Email'), 'alex@kickoff.example');
  await userEvent.type(screen.getByLabelText('Password'), 'secret');
  await userEvent.click(screen.getByRole('button', { name: 'Login' }));
}

describe('StandAlone', () => {
  it('renders the page of the address after a login', async () => {
    api.on('POST /api/auth/login', () => json({ token: 'token' }));
    render(<StandAlone remote={remote} audience="fan" />);

    await logIn();

    expect(await screen.findByRole('heading', { name: 'Explore Leagues' })).toBeVisible();
    expect(api.sent('POST /api/auth/login')[0]?.body).toEqual({
      email: 'alex@kickoff.example',
      password: 'secret',
    });
  });

  it('shows why a login was refused', async () => {
    api.on('POST /api/auth/login', () => json({ error: 'Invalid credentials' }, 401));
    render(<StandAlone remote={remote} audience="fan" />);

    await logIn();

    expect(await screen.findByRole('alert')).toHaveTextContent('Invalid credentials');
  });

  it('shows toasts', () => {
    render(<StandAlone remote={remote} audience="fan" />);

    act(() => void raiseToast({ kind: 'ok', text: 'Saved' }));

    expect(screen.getByRole('status')).toHaveTextContent('Saved');
  });
});

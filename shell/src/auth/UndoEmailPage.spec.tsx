import { failure, fakeApi, json, later } from '@kickoff/testing/fake-api';
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';

import { openPage } from '../test/open-page';
import * as UndoEmailPage from './UndoEmailPage';

const CALL = 'POST /api/user/undo-email';
const DONE = { message: 'Your old email address is back.', resetToken: 'reset-tok' };
let api: ReturnType<typeof fakeApi>;

beforeEach(() => {
  api = fakeApi();
  openPage('/undo-email/tok-en', UndoEmailPage);
});
afterEach(() => {
  jest.restoreAllMocks();
});

const button = () => screen.getByRole('button', { name: 'Take my email back' });

describe('UndoEmailPage', () => {
  it('changes nothing when opened and explains the button', () => {
    expect(screen.getByRole('heading', { name: 'Take my email back' })).toBeVisible();
    expect(screen.getByText(/all sessions end/)).toBeVisible();
    expect(button()).toBeEnabled();
    expect(api.writes()).toEqual([]);
  });

  it('sends the token of the address and goes to the password reset', async () => {
    api.on(CALL, () => json(DONE));

    await userEvent.click(button());

    expect(await screen.findByRole('status')).toHaveTextContent(DONE.message);
    expect(screen.getByRole('link', { name: 'Choose a new password' })).toHaveAttribute(
      'href',
      '/reset/reset-tok',
    );
    expect(screen.queryByRole('button', { name: 'Take my email back' })).toBeNull();
    expect(api.writes()[0]?.body).toEqual({ token: 'tok-en' });
  });

  it('sends once however often the button is pressed', async () => {
    const answer = later(() => json(DONE));
    api.on(CALL, answer.answer);

    await userEvent.click(button());
    await userEvent.click(button());
    answer.arrive();

    expect(await screen.findByRole('status')).toBeVisible();
    expect(api.writes()).toHaveLength(1);
  });

  it('shows that the link is invalid, with links to the login and the reset', async () => {
    api.on(CALL, () => failure('This link is invalid or has expired', 400));

    await userEvent.click(button());

    expect(await screen.findByRole('alert')).toHaveTextContent(
      'This link is invalid or has expired',
    );
    expect(screen.getByRole('link', { name: 'Login' })).toHaveAttribute('href', '/user-login');
    expect(screen.getByRole('link', { name: 'Forgot Password?' })).toHaveAttribute(
      'href',
      '/forgot',
    );
  });

  it('can be retried without a response', async () => {
    await userEvent.click(button());
    expect(await screen.findByRole('alert')).toHaveTextContent(
      'An error occurred. Please try again.',
    );

    api.on(CALL, () => json(DONE));
    await userEvent.click(button());

    expect(await screen.findByRole('status')).toHaveTextContent(DONE.message);
    expect(screen.queryByRole('alert')).toBeNull();
  });
});

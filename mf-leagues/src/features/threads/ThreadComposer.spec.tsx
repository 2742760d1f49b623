import { aPost } from '@kickoff/testing';
import { failure, fakeApi, json, later } from '@kickoff/testing/fake-api';
import { ServerState, startSession } from '@kickoff/web';
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';

import { ThreadComposer } from './ThreadComposer';

const CALL = 'POST /api/pt/posts';
const onPosted = jest.fn();

let api: ReturnType<typeof fakeApi>;

beforeEach(() => {
  window.localStorage.clear();
  window.sessionStorage.clear();
  onPosted.mockClear();
  startSession('fan', 'token');
  api = fakeApi();
  api.on(CALL, () => json(aPost(), 201));
});
afterEach(() => {
  jest.restoreAllMocks();
});

const open = (matchId = 'demo:1') =>
  render(
    <ServerState of="fan">
      <ThreadComposer
        matchId={matchId}
        readerId={'a'.repeat(24)}
        label="Post at 67'"
        onPosted={onPosted}
      />
    </ServerState>,
  );
const field = () => screen.getByRole('textbox', { name: 'Your post' });
const press = () => userEvent.click(screen.getByRole('button', { name: "Post at 67'" }));
const keyOf = (at: number) => api.sent(CALL)[at]?.headers.get('Idempotency-Key');

describe('ThreadComposer', () => {
  it('publishes several lines in the thread of the match and clears the field', async () => {
    open();

    await userEvent.type(field(), 'What a goal{Enter}Again');
    await press();

    await waitFor(() => expect(onPosted).toHaveBeenCalledTimes(1));
    const [sent] = api.sent(CALL);
    expect([sent?.field('text'), sent?.field('matchId')]).toEqual(['What a goal\nAgain', 'demo:1']);
    expect(field()).toHaveValue('');
    expect(field()).toHaveFocus();
  });

  it('publishes on Ctrl+Enter', async () => {
    open();

    await userEvent.type(field(), 'Quick{Control>}{Enter}{/Control}');

    await waitFor(() => expect(api.sent(CALL)).toHaveLength(1));
  });

  it('publishes once when pressed twice', async () => {
    const { answer, arrive } = later(() => json(aPost(), 201));
    api.on(CALL, answer);
    open();
    await userEvent.type(field(), 'Once');

    await press();
    await press();
    arrive();

    await waitFor(() => expect(onPosted).toHaveBeenCalled());
    expect(api.sent(CALL)).toHaveLength(1);
  });

  it('shows a failure at the field, preserves the text and retries with the same key', async () => {
    api.on(CALL, () => failure('Something is wrong', 500));
    open();
    await userEvent.type(field(), 'Still here');
    await press();
    expect(await screen.findByRole('alert')).toHaveTextContent('Something is wrong');
    expect(field()).toHaveValue('Still here');
    expect(field()).toBeInvalid();

    api.on(CALL, () => json(aPost(), 201));
    await press();

    await waitFor(() => expect(onPosted).toHaveBeenCalled());
    expect(keyOf(1)).toBe(keyOf(0));
  });

  it('shows that the thread is closed', async () => {
    api.on(CALL, () => failure('This thread is closed', 409));
    open();
    await userEvent.type(field(), 'Too late');

    await press();

    expect(await screen.findByRole('alert')).toHaveTextContent('This thread is closed');
  });

  it('uses a new idempotency key after an earlier version was received', async () => {
    api.on(CALL, () => failure('This Idempotency-Key was used for another request', 409));
    open();
    await userEvent.type(field(), 'Second version');
    await press();
    expect(await screen.findByRole('alert')).toHaveTextContent(/^An earlier version/);

    await press();

    await waitFor(() => expect(api.sent(CALL)).toHaveLength(2));
    expect(keyOf(1)).not.toBe(keyOf(0));
  });

  it('rejects an empty post without a request', async () => {
    open();

    await press();

    expect(screen.getByRole('alert')).toHaveTextContent('A post needs text');
    expect(field()).toHaveFocus();
    expect(api.sent(CALL)).toHaveLength(0);
  });

  it('restores unsent text per match', async () => {
    const { unmount } = open();
    await userEvent.type(field(), 'Half a sentence');
    unmount();

    const other = open('demo:2');
    expect(field()).toHaveValue('');
    other.unmount();
    open();

    expect(field()).toHaveValue('Half a sentence');
  });
});

import { ADMIN_SESSION_MS } from '@kickoff/contracts';
import { ServerState, startSession, useQuery } from '@kickoff/web';
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { act, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';

import { SessionEnd } from './SessionEnd';

beforeEach(() => {
  jest.useFakeTimers({ advanceTimers: true });
  const exp = (Date.now() + ADMIN_SESSION_MS.total) / 1000;
  startSession('admin', `head.${btoa(JSON.stringify({ exp }))}.signature`);
});
afterEach(() => {
  jest.useRealTimers();
});

function Fans() {
  const { data } = useQuery({ queryKey: ['fans'], queryFn: () => Promise.resolve('41 fans') });
  return <p>{data}</p>;
}

describe('SessionEnd', () => {
  it('leaves the focus on the page when the session is extended', async () => {
    render(
      <ServerState of="admin">
        <main tabIndex={-1}>
          <SessionEnd />
          <Fans />
        </main>
      </ServerState>,
    );
    await screen.findByText('41 fans');
    await act(() => jest.advanceTimersByTimeAsync(ADMIN_SESSION_MS.idle - 5 * 60_000));

    await userEvent.click(screen.getByRole('button', { name: 'Stay logged in' }));

    await waitFor(() => expect(screen.queryByRole('status')).toBeNull());
    expect(screen.getByRole('main')).toHaveFocus();
  });
});

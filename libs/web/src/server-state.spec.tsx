import { describe, expect, it } from '@jest/globals';
import { act, fireEvent, render, screen } from '@testing-library/react';

import { CallFailure } from './api';
import { ServerState, useMutation, useQuery } from './server-state';

describe('ServerState', () => {
  it('refetches failed queries when the connection returns', async () => {
    let isUp = false;
    const ask = () =>
      isUp ? Promise.resolve('There') : Promise.reject(new CallFailure('It broke', 400));
    function Part() {
      const { data, error } = useQuery({ queryKey: ['part'], queryFn: ask });
      return <p>{data ?? error?.message}</p>;
    }
    render(
      <ServerState of="fan">
        <Part />
      </ServerState>,
    );
    await screen.findByText('It broke');

    isUp = true;
    act(() => {
      window.dispatchEvent(new Event('offline'));
      window.dispatchEvent(new Event('online'));
    });

    expect(await screen.findByText('There')).toBeTruthy();
  });

  it('rejects a write immediately when offline', async () => {
    const send = () => Promise.reject(new CallFailure('You are offline', 0));
    function Part() {
      const { mutate, error } = useMutation({ mutationFn: send });
      return <button onClick={() => mutate()}>{error?.message ?? 'Send'}</button>;
    }
    render(
      <ServerState of="fan">
        <Part />
      </ServerState>,
    );
    act(() => void window.dispatchEvent(new Event('offline')));

    fireEvent.click(screen.getByRole('button', { name: 'Send' }));

    expect(await screen.findByRole('button', { name: 'You are offline' })).toBeTruthy();
    act(() => void window.dispatchEvent(new Event('online')));
  });
});

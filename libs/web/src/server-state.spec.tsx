import { describe, expect, it } from '@jest/globals';
import { act, render, screen } from '@testing-library/react';

import { CallFailure } from './api';
import { ServerState, useQuery } from './server-state';

describe('ServerState', () => {
  it('refetches failed queries when the connection is back', async () => {
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
});

import { emitLiveEvent, ServerState, startSession, useQuery } from '@kickoff/web';
import { beforeEach, describe, expect, it } from '@jest/globals';
import { act, render, screen } from '@testing-library/react';

import { useViewpointChanges } from './useViewpointChanges';

let score: string;

beforeEach(() => {
  startSession('fan', 'token');
  score = '2-1';
});

function Page() {
  useViewpointChanges();
  const { data } = useQuery({ queryKey: ['score'], queryFn: () => Promise.resolve(score) });
  return <p>{data}</p>;
}

describe('useViewpointChanges', () => {
  it('shows matches from a viewpoint that was set on another device', async () => {
    render(
      <ServerState of="fan">
        <Page />
      </ServerState>,
    );
    await screen.findByText('2-1');

    score = 'Hidden';
    act(() =>
      emitLiveEvent({ name: 'viewpoint.changed', data: { matchId: 'demo:1', mode: 'hidden' } }),
    );

    expect(await screen.findByText('Hidden')).toBeVisible();
  });
});

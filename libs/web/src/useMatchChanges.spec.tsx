import { aLiveMatch } from '@kickoff/testing';
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { act, render, screen, waitFor } from '@testing-library/react';

import { emitLiveEvent } from './live';
import { ServerState, useQuery } from './server-state';
import { startSession } from './session';
import { useMatchChanges, withChange, type MatchChange } from './useMatchChanges';

interface Score {
  id: string;
  minute: number | null;
}

const KEY = ['score'];
const SCORE_QUERIES = {
  keys: [KEY],
  apply: (queries, change) =>
    void queries.setQueryData<Score>(KEY, (score) => score && withChange(score, change)),
} satisfies Parameters<typeof useMatchChanges>[0];

let minute: number;
let requests: number;

beforeEach(() => {
  startSession('fan', 'token');
  minute = 10;
  requests = 0;
});
afterEach(() => {
  jest.restoreAllMocks();
});

const change = (id: string): MatchChange => ({
  league: 'premier_league',
  match: aLiveMatch({ id, minute: 11 }),
});

function Minute() {
  useMatchChanges(SCORE_QUERIES);
  const { data } = useQuery<Score>({
    queryKey: KEY,
    queryFn: () => {
      requests += 1;
      return Promise.resolve({ id: 'one', minute });
    },
  });
  return <p>{data ? `Minute ${data.minute}` : 'None yet'}</p>;
}
const page = (isOpen: boolean) => (
  <ServerState of="fan">{isOpen ? <Minute /> : <p>Closed</p>}</ServerState>
);
/** Waits until changes of queries are rendered, which happens in a later task. */
const rendered = () => act(() => new Promise((resolve) => setTimeout(resolve)));
async function open() {
  const opened = render(page(true));
  await screen.findByText('Minute 10');
  return opened;
}

describe('useMatchChanges', () => {
  it('updates a match in place', async () => {
    jest.spyOn(Math, 'random').mockReturnValue(60);
    await open();

    act(() => emitLiveEvent({ name: 'match.changed', data: change('one') }));

    await screen.findByText('Minute 11');
    expect(requests).toBe(1);
  });

  it('refetches queries that depend on the match', async () => {
    jest.spyOn(Math, 'random').mockReturnValue(0);
    await open();
    minute = 12;

    act(() => emitLiveEvent({ name: 'match.changed', data: change('one') }));

    await screen.findByText('Minute 12');
  });

  it('does not change data of other matches', async () => {
    jest.spyOn(Math, 'random').mockReturnValue(60);
    await open();

    act(() => emitLiveEvent({ name: 'match.changed', data: change('other') }));
    await rendered();

    expect(screen.queryByText('Minute 10')).not.toBeNull();
  });

  it('refetches after missed events even if the data is fresh', async () => {
    await open();
    minute = 20;

    act(() => emitLiveEvent({ name: 'missed' }));

    await screen.findByText('Minute 20');
  });

  it('refetches when the page is opened again', async () => {
    const { rerender } = await open();
    rerender(page(false));
    minute = 30;

    rerender(page(true));

    await screen.findByText('Minute 30');
    await waitFor(() => expect(requests).toBe(2));
  });
});

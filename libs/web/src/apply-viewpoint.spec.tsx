import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { renderHook, waitFor } from '@testing-library/react';
import type { ReactNode } from 'react';

import { applyViewpoint } from './apply-viewpoint';
import { ServerState, useQuery, useQueryClient } from './server-state';
import { startSession } from './session';
import { readSession, writeSession } from './session-storage';

const score = jest.fn<() => Promise<string>>();
let removedCaches: Set<string>;

beforeEach(() => {
  startSession('fan', 'token');
  score.mockResolvedValue('2-1');
  removedCaches = new Set();
  // jsdom has no Cache API.
  Object.assign(window, {
    caches: {
      keys: () => Promise.resolve(['kickoff-seen-token', 'kickoff-files']),
      delete: (name: string) => Promise.resolve(removedCaches.add(name)),
    },
  });
});
afterEach(async () => {
  score.mockReset();
  // Stored lists are removed once more when their pages have unmounted.
  await new Promise((resolve) => setTimeout(resolve));
});

function useScore() {
  const queries = useQueryClient();
  const { data } = useQuery({ queryKey: ['score'], queryFn: score, retry: false });
  return { queries, data };
}
/** A page with a score, after a page with the score and a list of posts. */
async function open() {
  const wrapper = ({ children }: { children: ReactNode }) => (
    <ServerState of="fan">{children}</ServerState>
  );
  const { result } = renderHook(useScore, { wrapper });
  await waitFor(() => expect(result.current.data).toBe('2-1'));
  const { queries } = result.current;
  queries.setQueryData(['page before'], '2-1');
  // The start of a session removes what another one left.
  removedCaches.clear();
  writeSession('post-lists', { posts: ['What a goal'] });
  return { queries, shown: () => result.current.data };
}

describe('applyViewpoint', () => {
  it.each(['hidden', 'replay'] as const)(
    'removes what was read before a viewpoint that can be earlier: %s',
    async (mode) => {
      const { queries, shown } = await open();
      score.mockResolvedValue('Hidden');

      await applyViewpoint(queries, mode);

      await waitFor(() => expect(shown()).toBe('Hidden'));
      expect(queries.getQueryData(['page before'])).toBeUndefined();
      expect(readSession('post-lists')).toBeUndefined();
      await waitFor(() => expect([...removedCaches]).toEqual(['kickoff-seen-token']));
    },
  );

  it('removes a shown response that cannot be fetched again', async () => {
    const { queries, shown } = await open();
    score.mockRejectedValue(new Error('Away'));

    await applyViewpoint(queries, 'hidden');

    await waitFor(() => expect(shown()).toBeUndefined());
  });

  it('fetches what is shown, and removes nothing, for a viewpoint that is not earlier', async () => {
    const { queries, shown } = await open();
    score.mockResolvedValue('3-1');

    await applyViewpoint(queries, 'live');

    await waitFor(() => expect(shown()).toBe('3-1'));
    expect(queries.getQueryData(['page before'])).toBe('2-1');
    expect(readSession('post-lists')).toEqual({ posts: ['What a goal'] });
    expect(removedCaches.size).toBe(0);
  });

  it('drops a response to a request from before the change', async () => {
    const { queries, shown } = await open();
    let arrive: (late: string) => void = () => undefined;
    score.mockReturnValueOnce(new Promise((resolve) => (arrive = resolve)));
    void queries.refetchQueries({ queryKey: ['score'] });
    score.mockResolvedValue('Hidden');

    await applyViewpoint(queries, 'hidden');
    arrive('4-1');
    await waitFor(() => expect(shown()).toBe('Hidden'));

    expect(queries.getQueryData(['score'])).toBe('Hidden');
  });
});

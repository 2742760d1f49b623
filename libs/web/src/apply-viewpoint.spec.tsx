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
/** Opens a page with a score and cached data of a previous page. */
async function open() {
  const wrapper = ({ children }: { children: ReactNode }) => (
    <ServerState of="fan">{children}</ServerState>
  );
  const { result } = renderHook(useScore, { wrapper });
  await waitFor(() => expect(result.current.data).toBe('2-1'));
  const { queries } = result.current;
  queries.setQueryData(['page before'], '2-1');
  // startSession removes the caches of an earlier session.
  removedCaches.clear();
  writeSession('post-lists', { posts: ['What a goal'] });
  return { queries, shown: () => result.current.data };
}

describe('applyViewpoint', () => {
  it.each(['hidden', 'replay'] as const)(
    'removes cached data and refetches for %s, which may be an earlier viewpoint',
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

  it('clears a shown response when its refetch fails', async () => {
    const { queries, shown } = await open();
    score.mockRejectedValue(new Error('Away'));

    await applyViewpoint(queries, 'hidden');

    await waitFor(() => expect(shown()).toBeUndefined());
  });

  it('shows data while a second change replaces the refetch of the first', async () => {
    const { queries } = await open();
    const states: unknown[] = [];
    queries.getQueryCache().subscribe(() => states.push(queries.getQueryData(['score'])));
    score.mockImplementation(
      () => new Promise((resolve) => setTimeout(() => resolve('Hidden'), 5)),
    );

    const first = applyViewpoint(queries, 'replay');
    await new Promise((resolve) => setTimeout(resolve));
    void applyViewpoint(queries, 'replay');
    await first;

    expect(queries.getQueryData(['score'])).toBe('Hidden');
    expect(states).not.toContain(undefined);
  });

  it('clears a shown response when the refetch of a later change to live fails', async () => {
    const { queries, shown } = await open();
    score.mockReturnValueOnce(new Promise(() => undefined));
    score.mockRejectedValue(new Error('Away'));

    const first = applyViewpoint(queries, 'hidden');
    await new Promise((resolve) => setTimeout(resolve));
    await Promise.all([first, applyViewpoint(queries, 'live')]);

    await waitFor(() => expect(shown()).toBeUndefined());
  });

  it('refetches shown data and preserves cached data for the live viewpoint', async () => {
    const { queries, shown } = await open();
    score.mockResolvedValue('3-1');

    await applyViewpoint(queries, 'live');

    await waitFor(() => expect(shown()).toBe('3-1'));
    expect(queries.getQueryData(['page before'])).toBe('2-1');
    expect(readSession('post-lists')).toEqual({ posts: ['What a goal'] });
    expect(removedCaches.size).toBe(0);
  });

  it('ignores a response to a request from before the change', async () => {
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

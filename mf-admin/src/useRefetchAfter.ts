import { CallFailure, useQueryClient } from '@kickoff/web';

/** Statuses of a write to what another admin has changed or deleted. */
const OUTDATED = [404, 409];

/**
 * Returns a function that waits for a write, and refetches what it has changed, or what a rejected
 * one was too late for.
 *
 * @param key of the queries to refetch
 */
export function useRefetchAfter(key: string) {
  const queries = useQueryClient();
  const refetch = () => queries.invalidateQueries({ queryKey: [key] });
  return async <Answer>(write: Promise<Answer>): Promise<Answer> => {
    try {
      const answer = await write;
      await refetch();
      return answer;
    } catch (failure) {
      if (failure instanceof CallFailure && OUTDATED.includes(failure.status)) void refetch();
      throw failure;
    }
  };
}

import { CallFailure } from '@kickoff/web';

/** Statuses of a write to what another admin has changed or deleted. */
const OUTDATED = [404, 409];

/** Refetches what a write has changed, and what a rejected write was too late for. */
export async function refetchAfter<Answer>(
  write: Promise<Answer>,
  refetch: () => Promise<unknown>,
): Promise<Answer> {
  try {
    const answer = await write;
    await refetch();
    return answer;
  } catch (failure) {
    if (failure instanceof CallFailure && OUTDATED.includes(failure.status)) void refetch();
    throw failure;
  }
}

import { CallFailure } from '@kickoff/web';

/** Why live information is missing, in the specified words. */
export function liveFailure(error: Error): string {
  const hasAnswer = error instanceof CallFailure && error.status > 0;
  const reason = hasAnswer ? `HTTP error! status: ${error.status}` : error.message;
  return `Failed to load live information. Error: ${reason}`;
}

import { CallFailure } from '@kickoff/web';

/** Returns the specified message for missing live data. */
export function liveFailure(error: Error): string {
  const hasAnswer = error instanceof CallFailure && error.status > 0;
  const reason = hasAnswer ? `HTTP error! status: ${error.status}` : error.message;
  return `Failed to load live information. Error: ${reason}`;
}

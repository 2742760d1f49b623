import { fillText } from '@kickoff/ui';
import { CallFailure } from '@kickoff/web';

import { texts } from '../../texts';

/** Returns the specified message for missing live data. */
export function liveFailure(error: Error): string {
  const hasAnswer = error instanceof CallFailure && error.status > 0;
  const reason = hasAnswer
    ? fillText(texts.league.status, { status: error.status })
    : error.message;
  return fillText(texts.league.failed, { message: reason });
}

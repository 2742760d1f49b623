import { isBlank } from '@kickoff/contracts';

/** Returns an admin's optional reason or note; text of only blanks counts as none. */
export function givenReason(text = ''): string | undefined {
  return isBlank(text) ? undefined : text;
}

import { useDraft, useSession } from '@kickoff/web';
import { claimsOf } from '@kickoff/web/token-claims';

/** What the admin is writing, whom the token names: other admins of this device do not see it. */
export function useOwnDraft(place: string): ReturnType<typeof useDraft> {
  const { sub } = claimsOf(useSession('admin'));
  return useDraft(typeof sub === 'string' ? sub : undefined, place);
}

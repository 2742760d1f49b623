import { useSession } from '@kickoff/web';
import { adminOwner, useDraft, type OpenDraft } from '@kickoff/web/drafts';
import { claimsOf } from '@kickoff/web/token-claims';

/** What the admin is writing, whom the token names: other admins of this device do not see it. */
export function useOwnDraft(form: string): OpenDraft {
  const { sub } = claimsOf(useSession('admin'));
  return useDraft(typeof sub === 'string' ? adminOwner(sub) : undefined, form);
}

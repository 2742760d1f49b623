import type { FanSummary } from '@kickoff/contracts';
import { Button, EmptyState, errorMessage, ErrorState, fillText, FormAlert } from '@kickoff/ui';
import { addressOf, Link, useExclusiveMutation } from '@kickoff/web';

import { useBlockedFans } from './api/useBlockedFans';
import { useHideFan } from '../../relations/useHideFan';
import { texts } from '../../texts';

function BlockedFan({ fan }: { fan: FanSummary }) {
  const block = useHideFan('block');
  const unblocking = useExclusiveMutation({ mutationFn: () => block(fan._id, false) });
  return (
    <EmptyState text={fillText(texts.profile.blocked, fan)}>
      <Button look="soft" busy={unblocking.isPending} onClick={() => unblocking.mutate()}>
        {texts.actions.unblock}
      </Button>
      {unblocking.error ? <FormAlert kind="error" text={errorMessage(unblocking.error)} /> : null}
    </EmptyState>
  );
}

/** Shown in place of a profile that the reader may not see, with the reason if it is known. */
export function ProfileUnavailable({ username }: { username: string }) {
  const { data: blocked, isPending, isError, refetch } = useBlockedFans();
  const name = username.toLowerCase();
  const fan = blocked?.find((one) => one.username.toLowerCase() === name);
  if (isPending) return <p role="status">{texts.profile.loading}</p>;
  if (fan) return <BlockedFan fan={fan} />;
  if (isError) return <ErrorState text={texts.profile.failed} onRetry={() => void refetch()} />;
  return (
    <EmptyState text={texts.profile.none}>
      <Link className="ko-btn ko-btn--soft" to={addressOf('Home')}>
        {texts.profile.home}
      </Link>
    </EmptyState>
  );
}

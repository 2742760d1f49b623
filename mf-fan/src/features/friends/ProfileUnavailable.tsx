import type { FanSummary } from '@kickoff/contracts';
import { Button, EmptyState, errorMessage, fillText, FormAlert } from '@kickoff/ui';
import { addressOf, Link } from '@kickoff/web';
import { useState } from 'react';

import { useBlockedFans } from './api/useBlockedFans';
import { useHideFan } from '../../relations/useHideFan';
import { texts } from '../../texts';

function BlockedFan({ fan }: { fan: FanSummary }) {
  const block = useHideFan('block');
  const [isBusy, setBusy] = useState(false);
  const [fault, setFault] = useState<string>();
  const unblock = async () => {
    if (isBusy) return;
    setBusy(true);
    setFault(undefined);
    try {
      await block(fan._id, false);
    } catch (failure) {
      setFault(errorMessage(failure));
    }
    setBusy(false);
  };
  return (
    <EmptyState text={fillText(texts.profile.blocked, fan)}>
      <Button look="soft" busy={isBusy} onClick={() => void unblock()}>
        {texts.actions.unblock}
      </Button>
      {fault === undefined ? null : <FormAlert kind="error" text={fault} />}
    </EmptyState>
  );
}

/** Shown in place of a profile that the reader may not see, with the reason if it is known. */
export function ProfileUnavailable({ username }: { username: string }) {
  const { data: blocked, isPending } = useBlockedFans();
  const name = username.toLowerCase();
  const fan = blocked?.find((one) => one.username.toLowerCase() === name);
  if (isPending) return <p role="status">{texts.profile.loading}</p>;
  if (fan) return <BlockedFan fan={fan} />;
  return (
    <EmptyState text={texts.profile.none}>
      <Link className="ko-btn ko-btn--soft" to={addressOf('Home')}>
        {texts.profile.home}
      </Link>
    </EmptyState>
  );
}

import type { FanSummary } from '@kickoff/contracts';
import {
  Avatar,
  Button,
  errorMessage,
  ErrorState,
  FormAlert,
  Loading,
  ShowMore,
  useFocusFallback,
} from '@kickoff/ui';
import { pictureAddress } from '@kickoff/web';
import { useState } from 'react';

import { useRestrictedFans, type Restriction } from './api/useRestrictedFans';
import { useUnrestrict } from './api/useUnrestrict';

const WORDS = {
  mute: { verb: 'Unmute', none: 'You have muted nobody.', failed: 'Failed to fetch muted fans' },
  block: {
    verb: 'Unblock',
    none: 'You have blocked nobody.',
    failed: 'Failed to fetch blocked fans',
  },
} as const;

function RestrictedFanItem({ how, fan }: { how: Restriction; fan: FanSummary }) {
  const letBack = useUnrestrict(how);
  const [isBusy, setBusy] = useState(false);
  const [fault, setFault] = useState<string>();
  const item = useFocusFallback<HTMLLIElement>();
  const undo = async () => {
    if (isBusy) return;
    setBusy(true);
    setFault(undefined);
    try {
      await letBack(fan);
    } catch (failure) {
      setFault(errorMessage(failure));
    }
    setBusy(false);
  };
  return (
    <li ref={item}>
      <div className="ko-person">
        <Avatar fan={fan} picture={pictureAddress(fan)} size={36} />
        <b>{fan.username}</b>
        <Button look="line" size="sm" busy={isBusy} onClick={undo}>
          {WORDS[how].verb}
          <span className="ko-sr"> {fan.username}</span>
        </Button>
      </div>
      {fault === undefined ? null : <FormAlert kind="error" text={fault} />}
    </li>
  );
}

/** The muted or blocked fans, each with a button that ends it. */
export function RestrictedFansList({ how }: { how: Restriction }) {
  const list = useRestrictedFans(how);
  const { data, isError, refetch } = list;
  const { none, failed } = WORDS[how];
  if (!data) {
    return isError ? <ErrorState text={failed} onRetry={() => void refetch()} /> : <Loading />;
  }
  const fans = data.pages.flatMap(({ items }) => items);
  if (fans.length === 0) return <p className="ko-none">{none}</p>;
  return (
    <>
      <ul>
        {fans.map((fan) => (
          <RestrictedFanItem key={fan._id} how={how} fan={fan} />
        ))}
      </ul>
      <ShowMore of={list} label="Show more" failure={failed} />
    </>
  );
}

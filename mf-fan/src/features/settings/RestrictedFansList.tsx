import type { FanSummary } from '@kickoff/contracts';
import {
  Avatar,
  Button,
  errorMessage,
  ErrorState,
  fillText,
  FormAlert,
  Loading,
  ShowMore,
  useFocusFallback,
} from '@kickoff/ui';
import { pictureAddress } from '@kickoff/web';
import { useState } from 'react';

import { texts } from '../../texts';
import { useRestrictedFans, type Restriction } from './api/useRestrictedFans';
import { useUnrestrict } from './api/useUnrestrict';

function RestrictedFanItem({ how, fan }: { how: Restriction; fan: FanSummary }) {
  const letBack = useUnrestrict(how);
  const [isBusy, setBusy] = useState(false);
  const [fault, setFault] = useState<string>();
  const item = useFocusFallback<HTMLLIElement>();
  const { undo: verb, undoFan } = texts.restrictions[how];
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
        <Button
          look="line"
          size="sm"
          busy={isBusy}
          aria-label={fillText(undoFan, fan)}
          onClick={undo}
        >
          {verb}
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
  const { none, failed } = texts.restrictions[how];
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
      <ShowMore of={list} label={texts.actions.showMore} failure={failed} />
    </>
  );
}

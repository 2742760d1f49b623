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
import { pictureAddress, useExclusiveMutation } from '@kickoff/web';

import { texts } from '../../texts';
import { useRestrictedFans, type Restriction } from './api/useRestrictedFans';
import { useUnrestrict } from './api/useUnrestrict';

function RestrictedFanItem({ how, fan }: { how: Restriction; fan: FanSummary }) {
  const letBack = useUnrestrict(how);
  const undoing = useExclusiveMutation({ mutationFn: () => letBack(fan) });
  const item = useFocusFallback<HTMLLIElement>();
  const { undo: verb, undoFan } = texts.restrictions[how];
  return (
    <li ref={item}>
      <div className="ko-person">
        <Avatar fan={fan} picture={pictureAddress(fan)} size={36} />
        <b>{fan.username}</b>
        <Button
          look="line"
          size="sm"
          busy={undoing.isPending}
          aria-label={fillText(undoFan, fan)}
          onClick={() => undoing.mutate()}
        >
          {verb}
        </Button>
      </div>
      {undoing.error ? <FormAlert kind="error" text={errorMessage(undoing.error)} /> : null}
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

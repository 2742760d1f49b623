import type { FanSummary } from '@kickoff/contracts';
import {
  Avatar,
  Button,
  ErrorState,
  FormAlert,
  Loading,
  ShowMore,
  useFocusHeir,
} from '@kickoff/ui';
import { pictureAddress } from '@kickoff/web';
import { useState } from 'react';

import { useKeptAway, type KeptAway } from './api/useKeptAway';
import { useLetBack } from './api/useLetBack';

const WORDS = {
  mute: { verb: 'Unmute', none: 'You have muted nobody.', failed: 'Failed to fetch muted fans' },
  block: {
    verb: 'Unblock',
    none: 'You have blocked nobody.',
    failed: 'Failed to fetch blocked fans',
  },
} as const;

function KeptAwayItem({ how, fan }: { how: KeptAway; fan: FanSummary }) {
  const letBack = useLetBack(how);
  const [isBusy, setBusy] = useState(false);
  const [fault, setFault] = useState<string>();
  const item = useFocusHeir<HTMLLIElement>();
  const undo = async () => {
    if (isBusy) return;
    setBusy(true);
    setFault(undefined);
    try {
      await letBack(fan);
    } catch (failure) {
      setFault(failure instanceof Error ? failure.message : String(failure));
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

/** The fans whom I mute or block, each with the way back. */
export function KeptAwayList({ how }: { how: KeptAway }) {
  const list = useKeptAway(how);
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
          <KeptAwayItem key={fan._id} how={how} fan={fan} />
        ))}
      </ul>
      <ShowMore of={list} label="Show more" failure={failed} />
    </>
  );
}

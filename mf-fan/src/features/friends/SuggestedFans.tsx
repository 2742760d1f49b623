import type { FriendSuggestion } from '@kickoff/contracts';
import {
  Avatar,
  Button,
  errorMessage,
  ErrorState,
  fillText,
  FormAlert,
  Loading,
  useFocusFallback,
} from '@kickoff/ui';
import { addressOf, Link, pictureAddress } from '@kickoff/web';
import { useState } from 'react';

import { texts } from '../../texts';
import { useFollowFan } from './api/useFollowFan';
import { useSuggestions } from './api/useSuggestions';

function SuggestedFan({ fan }: { fan: FriendSuggestion }) {
  const { _id, username, reason, sample } = fan;
  const followFan = useFollowFan();
  const item = useFocusFallback<HTMLLIElement>();
  const [isBusy, setBusy] = useState(false);
  const [fault, setFault] = useState<string>();
  const follow = async () => {
    if (isBusy) return;
    setBusy(true);
    setFault(undefined);
    try {
      await followFan(_id, true);
    } catch (failure) {
      setFault(errorMessage(failure));
    }
    setBusy(false);
  };
  return (
    <li ref={item}>
      <div className="ko-person">
        <Avatar fan={fan} picture={pictureAddress(fan)} />
        <span>
          <b>
            <Link to={addressOf('FriendProfile', { username })}>{username}</Link>
          </b>
          {reason === undefined ? null : <small>{reason}</small>}
          {sample === undefined ? null : (
            <q style={{ fontSize: 'var(--fs-13)', overflowWrap: 'anywhere' }}>{sample}</q>
          )}
        </span>
        <Button
          look="soft"
          size="sm"
          busy={isBusy}
          aria-label={fillText(texts.actions.followFan, { username })}
          onClick={() => void follow()}
        >
          {texts.actions.follow}
        </Button>
      </div>
      {fault === undefined ? null : <FormAlert kind="error" text={fault} />}
    </li>
  );
}

/** Fans to follow, each with the reason and something they wrote. */
export function SuggestedFans() {
  const { data: fans, isError, refetch } = useSuggestions();
  if (!fans) {
    return isError ? (
      <ErrorState text={texts.suggestions.failed} onRetry={() => void refetch()} />
    ) : (
      <Loading />
    );
  }
  return (
    <div role="group" aria-label={texts.suggestions.list} tabIndex={-1}>
      {fans.length === 0 ? <p className="ko-none">{texts.suggestions.none}</p> : null}
      <ul>
        {fans.map((fan) => (
          <SuggestedFan key={fan._id} fan={fan} />
        ))}
      </ul>
    </div>
  );
}

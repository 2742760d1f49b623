import type { FriendSuggestion } from '@kickoff/contracts';
import {
  Avatar,
  Button,
  errorMessage,
  ErrorState,
  FormAlert,
  Loading,
  useFocusFallback,
} from '@kickoff/ui';
import { addressOf, Link, pictureAddress } from '@kickoff/web';
import { useState } from 'react';

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
          aria-label={`Follow ${username}`}
          onClick={() => void follow()}
        >
          Follow
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
      <ErrorState text="Failed to fetch friend suggestions" onRetry={() => void refetch()} />
    ) : (
      <Loading />
    );
  }
  return (
    <div role="group" aria-label="Fans to follow" tabIndex={-1}>
      {fans.length === 0 ? <p className="ko-none">No friend suggestions available</p> : null}
      <ul>
        {fans.map((fan) => (
          <SuggestedFan key={fan._id} fan={fan} />
        ))}
      </ul>
    </div>
  );
}

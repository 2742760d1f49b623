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
import { addressOf, Link, pictureAddress, useExclusiveMutation } from '@kickoff/web';

import { texts } from '../../texts';
import { useFollowFan } from './api/useFollowFan';
import { useSuggestions } from './api/useSuggestions';
import styles from './SuggestedFans.module.css';

function SuggestedFan({ fan }: { fan: FriendSuggestion }) {
  const { _id, username, reason, sample } = fan;
  const followFan = useFollowFan();
  const item = useFocusFallback<HTMLLIElement>();
  const following = useExclusiveMutation({ mutationFn: () => followFan(_id, true) });
  return (
    <li ref={item}>
      <div className="ko-person">
        <Avatar fan={fan} picture={pictureAddress(fan)} />
        <span>
          <b>
            <Link to={addressOf('FriendProfile', { username })}>{username}</Link>
          </b>
          {reason === undefined ? null : <small>{reason}</small>}
          {sample === undefined ? null : <q dir="auto">{sample}</q>}
        </span>
        <Button
          look="soft"
          size="sm"
          busy={following.isPending}
          aria-label={fillText(texts.actions.followFan, { username })}
          onClick={() => following.mutate()}
        >
          {texts.actions.follow}
        </Button>
      </div>
      {following.error ? <FormAlert kind="error" text={errorMessage(following.error)} /> : null}
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
      <ul className={styles.list}>
        {fans.map((fan) => (
          <SuggestedFan key={fan._id} fan={fan} />
        ))}
      </ul>
    </div>
  );
}

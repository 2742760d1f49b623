import type { SessionRow } from '@kickoff/contracts';
import {
  Button,
  ErrorState,
  FilledText,
  fillText,
  formatDateTime,
  useFocusFallback,
} from '@kickoff/ui';
import { useExclusiveMutation } from '@kickoff/web';

import { ListSkeleton } from '../../lists/ListSkeleton';
import { clearError, showError } from '../../show-error';
import { texts } from '../../texts';
import { useEndOwnSession, useOwnSessions } from './api/useOwnSessions';

function SessionEntry({ session }: { session: SessionRow }) {
  const endSession = useEndOwnSession();
  const { _id, device, current, createdAt, lastSeenAt } = session;
  const item = useFocusFallback<HTMLLIElement>();
  const action = `end ${_id}`;
  const ending = useExclusiveMutation({
    mutationFn: () => endSession(_id),
    onMutate: () => clearError(action),
    onError: showError(action),
  });
  return (
    <li className="ko-head" ref={item}>
      <div>
        <p>{device}</p>
        <small>
          <FilledText
            text={current ? texts.sessions.thisDevice : texts.sessions.otherDevice}
            values={{
              createdAt: <time dateTime={createdAt}>{formatDateTime(createdAt)}</time>,
              lastSeenAt: formatDateTime(lastSeenAt),
            }}
          />
        </small>
      </div>
      {current ? null : (
        <Button look="line" size="sm" busy={ending.isPending} onClick={() => ending.mutate()}>
          {texts.sessions.end}
          <span className="ko-sr"> {fillText(texts.sessions.endTarget, { device })}</span>
        </Button>
      )}
    </li>
  );
}

/** The admin's sessions, each with a button that ends it. */
export function OwnSessions() {
  const { data: sessions, error, refetch } = useOwnSessions();
  if (!sessions) {
    return error ? (
      <ErrorState text={error.message} onRetry={() => void refetch()} />
    ) : (
      <ListSkeleton />
    );
  }
  return (
    <ul className="ko-entries">
      {sessions.map((session) => (
        <SessionEntry key={session._id} session={session} />
      ))}
    </ul>
  );
}

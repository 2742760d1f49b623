import type { SessionRow } from '@kickoff/contracts';
import {
  Button,
  errorMessage,
  ErrorState,
  FilledText,
  fillText,
  FormAlert,
  formatDateTime,
  Loading,
  useFocusFallback,
} from '@kickoff/ui';
import { useExclusiveMutation } from '@kickoff/web';

import { texts } from '../../texts';
import { useEndSessions } from './api/useEndSessions';
import { useSessions } from './api/useSessions';

interface SessionItemProps {
  session: SessionRow;
  isEnding: boolean;
  onEnd: () => void;
}

function SessionItem({ session, isEnding, onEnd }: SessionItemProps) {
  const { device, current, createdAt, lastSeenAt } = session;
  const item = useFocusFallback<HTMLLIElement>();
  return (
    <li className="ko-head ko-mt-2" ref={item}>
      <div>
        <b>{device}</b>
        <p>
          <FilledText
            text={current ? texts.sessions.thisDevice : texts.sessions.seen}
            values={{
              seen: formatDateTime(lastSeenAt),
              login: <time dateTime={createdAt}>{formatDateTime(createdAt)}</time>,
            }}
          />
        </p>
      </div>
      {current ? null : (
        <Button
          look="line"
          size="sm"
          busy={isEnding}
          aria-label={fillText(texts.sessions.endNamed, { device })}
          onClick={onEnd}
        >
          {texts.sessions.end}
        </Button>
      )}
    </li>
  );
}

function EndOthers({ isEnding, onEnd }: Pick<SessionItemProps, 'isEnding' | 'onEnd'>) {
  const element = useFocusFallback<HTMLDivElement>();
  return (
    <div className="ko-mt-3" ref={element}>
      <Button look="line" busy={isEnding} onClick={onEnd}>
        {texts.sessions.endOthers}
      </Button>
    </div>
  );
}

/** The fan's sessions, with buttons that end them. */
export function SessionList() {
  const { data: sessions, isError, refetch } = useSessions();
  const endSessions = useEndSessions();
  const { mutate, isPending, variables, error } = useExclusiveMutation({
    mutationFn: (some: readonly SessionRow[]) => endSessions(some),
  });
  const ending = (isPending ? variables : undefined) ?? [];

  if (!sessions) {
    return isError ? (
      <ErrorState text={texts.sessions.failed} onRetry={() => void refetch()} />
    ) : (
      <Loading />
    );
  }
  const others = sessions.filter(({ current }) => !current);
  return (
    <>
      <ul>
        {sessions.map((session) => (
          <SessionItem
            key={session._id}
            session={session}
            isEnding={ending.includes(session)}
            onEnd={() => mutate([session])}
          />
        ))}
      </ul>
      {error ? <FormAlert kind="error" text={errorMessage(error)} /> : null}
      {others.length > 1 ? (
        <EndOthers isEnding={ending.length > 1} onEnd={() => mutate(others)} />
      ) : null}
    </>
  );
}

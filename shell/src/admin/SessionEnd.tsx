import { ADMIN_SESSION_MS } from '@kickoff/contracts';
import { Button, fillText, Icon, icons, formatTime, useFocusFallback } from '@kickoff/ui';
import { goTo, loginAddress, useNow, useQueryClient, useSession } from '@kickoff/web';
import { useEffect, useState } from 'react';

import { texts } from '../texts';
import { sessionEndOf } from './session-end';

/** Enough time to finish the current task. */
const WARN_MS = 10 * 60_000;

/** Time of the last successful request, which restarts the idle period. */
function useLastUse(): number {
  const queries = useQueryClient();
  const [lastUse, setLastUse] = useState(() => Date.now());
  useEffect(
    () =>
      queries.getQueryCache().subscribe((event) => {
        if (event.type === 'updated' && event.action.type === 'success') setLastUse(Date.now());
      }),
    [queries],
  );
  return lastUse;
}

interface WarningProps {
  text: string;
  verb: string;
  onStay: () => void;
}

/** Its button unmounts with it, and the focus moves to the page around it. */
function Warning({ text, verb, onStay }: WarningProps) {
  const element = useFocusFallback<HTMLDivElement>();
  return (
    <div className="ko-alert ko-alert--warn ko-mb-4" role="status" ref={element}>
      <Icon icon={icons.circleAlert} />
      <span>{text}</span>
      <Button look="soft" size="sm" onClick={onStay}>
        {verb}
      </Button>
    </div>
  );
}

/** Warns before the session expires, by age or idleness, and offers to extend it. */
export function SessionEnd() {
  const queries = useQueryClient();
  const token = useSession('admin');
  const now = useNow();
  const idleEnd = useLastUse() + ADMIN_SESSION_MS.idle;
  const lastEnd = sessionEndOf(token) ?? idleEnd;
  const end = Math.min(idleEnd, lastEnd);
  if (end - now > WARN_MS) return null;
  const isForGood = lastEnd <= idleEnd;
  const time = formatTime(end);
  const stay = () =>
    isForGood ? goTo(loginAddress('admin')) : void queries.refetchQueries({ type: 'active' });
  return (
    <Warning
      text={
        isForGood
          ? fillText(texts.sessionEnd.final, { time })
          : fillText(texts.sessionEnd.idle, { time })
      }
      verb={isForGood ? texts.sessionEnd.logIn : texts.sessionEnd.stay}
      onStay={stay}
    />
  );
}

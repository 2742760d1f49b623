import type { FoundFan } from '@kickoff/contracts';
import { Avatar, Button } from '@kickoff/ui';
import { addressOf, goTo, pictureAddress } from '@kickoff/web';
import {
  useEffect,
  useImperativeHandle,
  useLayoutEffect,
  useRef,
  useState,
  type Ref,
  type RefObject,
} from 'react';

import { useFoundFans } from './useFoundFans';

/** Keyboard actions that the input forwards to the list. */
export interface FoundFansKeys {
  move: (step: 1 | -1) => void;
  choose: () => void;
}

interface FoundFansProps {
  listId: string;
  /** At least two characters. */
  text: string;
  /** The search input. */
  field: RefObject<HTMLInputElement | null>;
  keys: Ref<FoundFansKeys>;
  /** Index of the active option; undefined if there is none. */
  onActive: (optionId: string | undefined) => void;
  onGone: () => void;
}

function formatResultCount(count: number): string {
  if (count === 0) return 'No fans found';
  return count === 1 ? '1 fan found' : `${count} fans found`;
}

/** The results of a fan search. Default export, for a lazy chunk. */
export default function FoundFans({ listId, text, field, keys, onActive, onGone }: FoundFansProps) {
  const { fans, isError, isStale, refetch } = useFoundFans(text);
  const [active, setActive] = useState(0);
  // Enter was pressed before the results of the current text arrived.
  const isAwaited = useRef(false);

  const [answered, setAnswered] = useState(fans);
  if (answered !== fans) {
    setAnswered(fans);
    setActive(0);
  }
  const shown = isError ? undefined : fans;
  const activeId =
    shown && shown.length > 0 ? `${listId}${Math.min(active, shown.length - 1)}` : undefined;
  // In the same paint as the list, because the next key may already apply to it.
  useLayoutEffect(() => {
    onActive(activeId);
    return () => onActive(undefined);
  }, [activeId, onActive]);

  const open = ({ username }: FoundFan) => {
    onGone();
    goTo(addressOf('FoundFan', { username }));
  };
  useEffect(() => {
    const first = shown?.[0];
    if (isStale || !isAwaited.current) return;
    isAwaited.current = false;
    if (first) open(first);
  });
  useImperativeHandle(keys, () => ({
    move: (step) => {
      const count = shown?.length ?? 0;
      if (count > 0) setActive((active + step + count) % count);
    },
    choose: () => {
      const fan = shown?.[active];
      if (isError) void refetch();
      else if (isStale) isAwaited.current = true;
      else if (fan) open(fan);
    },
  }));

  const retry = () => {
    // The focused button unmounts with the error.
    field.current?.focus();
    void refetch();
  };
  if (isError) {
    return (
      <div className="ko-pop ko-row" role="alert">
        <span className="ko-opt">The search failed.</span>
        <Button look="soft" size="sm" onClick={retry}>
          Retry
        </Button>
      </div>
    );
  }
  return (
    <>
      <p className="ko-sr" role="status">
        {shown && !isStale ? formatResultCount(shown.length) : ''}
      </p>
      {shown && shown.length > 0 ? null : (
        <p className="ko-pop ko-none" aria-hidden="true">
          {shown && !isStale ? 'No fans found' : 'Searching...'}
        </p>
      )}
      {shown && shown.length > 0 ? (
        <div
          className="ko-pop"
          id={listId}
          role="listbox"
          aria-label="Fans"
          aria-busy={isStale}
          // The input keeps the focus.
          onMouseDown={(event) => event.preventDefault()}
        >
          {shown.map((fan, index) => (
            <div
              className="ko-opt"
              key={fan._id}
              id={`${listId}${index}`}
              role="option"
              aria-selected={`${listId}${index}` === activeId}
              onClick={() => open(fan)}
            >
              <Avatar fan={fan} picture={pictureAddress(fan)} size={32} />
              <span>{fan.username}</span>
              {fan.following ? <span className="ko-chip ko-chip--brand">Following</span> : null}
            </div>
          ))}
        </div>
      ) : null}
    </>
  );
}

import type { FriendSuggestion } from '@kickoff/contracts';
import {
  Avatar,
  Button,
  errorMessage,
  ErrorState,
  fillText,
  FormAlert,
  Icon,
  icons,
} from '@kickoff/ui';
import {
  addressOf,
  Link,
  pictureAddress,
  useExclusiveMutation,
  useLazyComponent,
} from '@kickoff/web';
import { useId, useRef, useState, type ReactNode } from 'react';

import { texts } from '../../texts';
import { useFollowFan } from './api/useFollowFan';
import { useSuggestions } from './api/useSuggestions';
import { RowSkeletons } from './RowSkeletons';

const loadMenu = () => import(/* webpackChunkName: "post-parts" */ './SuggestionMenu');

interface SuggestionProps {
  fan: FriendSuggestion;
  isRail: boolean;
  /** The buttons to follow the fan, and to put the suggestion away. */
  children: ReactNode;
}

/** A suggestion as a line of the column or as a card of the rail. */
function Suggestion({ fan, isRail, children }: SuggestionProps) {
  const { username, reason } = fan;
  const text = (
    <>
      <b>
        <Link
          to={addressOf('FriendProfile', { username })}
          {...(isRail ? { className: 'ko-inherit-color' } : {})}
        >
          {username}
        </Link>
      </b>
      {reason === undefined ? null : <small title={reason}>{reason}</small>}
    </>
  );
  return (
    <li className={isRail ? undefined : 'ko-person'}>
      <Avatar fan={fan} picture={pictureAddress(fan)} {...(isRail ? { size: 56 } : {})} />
      {isRail ? text : <span>{text}</span>}
      {isRail ? children : <span className="ko-row ko-suggestion__acts">{children}</span>}
    </li>
  );
}

/** Moves the focus to the next suggestion before the current one is removed. */
function leaveWithFocus(button: HTMLButtonElement | null, instead: HTMLElement | null): void {
  if (!button || document.activeElement !== button) return;
  const row = button.closest('li');
  const next = row?.nextElementSibling ?? row?.previousElementSibling;
  // The same button of the next one, so that several can be dismissed in a row.
  const position = [...(row?.querySelectorAll('button') ?? [])].indexOf(button);
  (next?.querySelectorAll('button')[position] ?? instead)?.focus();
}

interface OfferAction {
  /** Pressed for it; it may have the focus. */
  button: HTMLButtonElement | null;
  work: () => Promise<void>;
  announcement: string;
}

interface OfferProps {
  fan: FriendSuggestion;
  as: 'column' | 'rail';
  onLeave: (button: HTMLButtonElement | null, announcement: string) => void;
  onFault: (text: string | undefined) => void;
}

/** One suggestion with its actions. Several can be pending at the same time. */
function Offer({ fan, as, onLeave, onFault }: OfferProps) {
  const { _id, username } = fan;
  const followFan = useFollowFan();
  const menu = useLazyComponent(loadMenu);
  const more = useRef<HTMLButtonElement>(null);
  const { mutate, isPending } = useExclusiveMutation({
    mutationFn: ({ work }: OfferAction) => work(),
    onMutate: () => onFault(undefined),
    onSuccess: (_, { button, announcement }) => onLeave(button, announcement),
    onError: (failure) => onFault(errorMessage(failure)),
  });
  const isRail = as === 'rail';
  return (
    <Suggestion fan={fan} isRail={isRail}>
      <Button
        {...(isRail ? { className: 'ko-mt-2', block: true } : {})}
        look="soft"
        size="sm"
        busy={isPending}
        aria-label={fillText(texts.actions.followFan, { username })}
        onClick={({ currentTarget }) =>
          mutate({
            button: currentTarget,
            work: () => followFan(_id, true),
            announcement: fillText(texts.follow.followedNow, { username }),
          })
        }
      >
        {texts.actions.follow}
      </Button>
      <span className="ko-suggestion__more">
        <button
          className={isRail ? 'ko-btn ko-btn--sm ko-btn--block' : 'ko-icbtn ko-icbtn--sm'}
          type="button"
          aria-label={fillText(texts.suggestions.notNowFan, { username })}
          aria-haspopup="menu"
          aria-expanded={menu.isOpen}
          ref={more}
          onClick={menu.isOpen ? menu.close : menu.open}
        >
          {isRail ? texts.suggestions.notNow : <Icon icon={icons.x} size={16} />}
        </button>
        {menu.Component ? (
          <menu.Component
            fan={fan}
            isRail={isRail}
            opener={more}
            onClose={menu.close}
            onChoose={(work, announcement) => mutate({ button: more.current, work, announcement })}
          />
        ) : null}
      </span>
    </Suggestion>
  );
}

/** Fans that the reader may want to follow: beside the feed, or as a rail in it. */
export function FriendSuggestions({ as }: { as: 'column' | 'rail' }) {
  const headingId = useId();
  const heading = useRef<HTMLHeadingElement>(null);
  const { data: fans, isPending, isError, refetch } = useSuggestions();
  const [announcement, setAnnouncement] = useState('');
  const [fault, setFault] = useState<string>();

  const leave = (button: HTMLButtonElement | null, text: string) => {
    leaveWithFocus(button, heading.current);
    setAnnouncement(text);
  };
  return (
    <section
      className={as === 'rail' ? 'ko-rail' : 'ko-side'}
      aria-labelledby={headingId}
      aria-busy={isPending}
    >
      <div className="ko-head">
        <h2 id={headingId} tabIndex={-1} ref={heading}>
          {texts.suggestions.title}
        </h2>
      </div>
      <p className="ko-sr" role="status">
        {announcement}
      </p>
      {isPending ? <RowSkeletons count={4} /> : null}
      {isError && !fans ? (
        <ErrorState text={texts.suggestions.failed} onRetry={() => void refetch()} />
      ) : null}
      {fans?.length === 0 ? <p className="ko-none">{texts.suggestions.none}</p> : null}
      {fans && fans.length > 0 ? (
        <ul>
          {fans.map((fan) => (
            <Offer key={fan._id} fan={fan} as={as} onLeave={leave} onFault={setFault} />
          ))}
        </ul>
      ) : null}
      {fault === undefined ? null : <FormAlert kind="error" text={fault} />}
    </section>
  );
}

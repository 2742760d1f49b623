import type { FriendSuggestion } from '@kickoff/contracts';
import {
  Avatar,
  Button,
  errorMessage,
  ErrorState,
  FormAlert,
  Icon,
  icons,
  Loading,
} from '@kickoff/ui';
import { addressOf, Link, pictureAddress } from '@kickoff/web';
import { useId, useRef, useState, type MouseEvent } from 'react';

import { useDismissSuggestion } from './api/useDismissSuggestion';
import { useFollowFan } from './api/useFollowFan';
import { useSuggestions } from './api/useSuggestions';

type Act = (event: MouseEvent<HTMLButtonElement>) => void | Promise<void>;

interface SuggestionProps {
  fan: FriendSuggestion;
  isBusy: boolean;
  onFollow: Act;
  onDismiss: Act;
}

const profileOf = ({ username }: FriendSuggestion) => addressOf('FriendProfile', { username });

/** A suggestion as a line, for the column. */
function Row({ fan, isBusy, onFollow, onDismiss }: SuggestionProps) {
  return (
    <li className="ko-person">
      <Avatar fan={fan} picture={pictureAddress(fan)} />
      <span>
        <b>
          <Link to={profileOf(fan)}>{fan.username}</Link>
        </b>
        {fan.reason === undefined ? null : <small title={fan.reason}>{fan.reason}</small>}
      </span>
      <span className="ko-row" style={{ gap: 'var(--s-1)' }}>
        <Button
          look="soft"
          size="sm"
          busy={isBusy}
          aria-label={`Follow ${fan.username}`}
          onClick={onFollow}
        >
          Follow
        </Button>
        <button
          className="ko-icbtn ko-icbtn--sm"
          type="button"
          aria-label={`Not now, ${fan.username}`}
          title="Not now"
          onClick={onDismiss}
        >
          <Icon icon={icons.x} size={16} />
        </button>
      </span>
    </li>
  );
}

/** A suggestion as a card, for the rail. */
function Card({ fan, isBusy, onFollow, onDismiss }: SuggestionProps) {
  return (
    <li>
      <Avatar fan={fan} picture={pictureAddress(fan)} size={56} />
      <b>
        <Link to={profileOf(fan)} style={{ color: 'inherit' }}>
          {fan.username}
        </Link>
      </b>
      {fan.reason === undefined ? null : <small title={fan.reason}>{fan.reason}</small>}
      <Button
        className="ko-mt-2"
        look="soft"
        size="sm"
        block
        busy={isBusy}
        aria-label={`Follow ${fan.username}`}
        onClick={onFollow}
      >
        Follow
      </Button>
      <Button size="sm" block aria-label={`Not now, ${fan.username}`} onClick={onDismiss}>
        Not now
      </Button>
    </li>
  );
}

function RowSkeletons() {
  return (
    <Loading holdsPlace>
      {[0, 1, 2, 3, 4].map((index) => (
        <div className="ko-person" key={index}>
          <span className="ko-sk ko-av" style={{ borderRadius: '50%' }} />
          <span className="ko-sk" style={{ width: '60%', height: '.8em' }} />
        </div>
      ))}
    </Loading>
  );
}

/** Moves the focus to the next suggestion before the current one is removed. */
function leaveWithFocus(button: HTMLButtonElement, instead: HTMLElement | null): void {
  if (document.activeElement !== button) return;
  const row = button.closest('li');
  const next = row?.nextElementSibling ?? row?.previousElementSibling;
  // The same button of the next one, so that several can be dismissed in a row.
  const position = [...(row?.querySelectorAll('button') ?? [])].indexOf(button);
  (next?.querySelectorAll('button')[position] ?? instead)?.focus();
}

interface OfferProps {
  fan: FriendSuggestion;
  as: 'column' | 'rail';
  onLeave: (button: HTMLButtonElement, announcement: string) => void;
  onFault: (text: string | undefined) => void;
}

/** One suggestion with its actions. Several can be pending at the same time. */
function Offer({ fan, as, onLeave, onFault }: OfferProps) {
  const followFan = useFollowFan();
  const dismiss = useDismissSuggestion();
  const [isBusy, setBusy] = useState(false);
  const act =
    (work: () => Promise<void>, announcement: string): Act =>
    async ({ currentTarget: button }) => {
      if (isBusy) return;
      setBusy(true);
      onFault(undefined);
      try {
        await work();
        onLeave(button, announcement);
      } catch (failure) {
        onFault(errorMessage(failure));
      }
      setBusy(false);
    };
  const Suggestion = as === 'rail' ? Card : Row;
  return (
    <Suggestion
      fan={fan}
      isBusy={isBusy}
      onFollow={act(() => followFan(fan._id, true), `You follow ${fan.username} now`)}
      onDismiss={act(() => dismiss(fan._id), `${fan.username} will not be suggested again`)}
    />
  );
}

/** Fans whom the reader may want to follow: beside the feed, or as a rail in it. */
export function FriendSuggestions({ as }: { as: 'column' | 'rail' }) {
  const headingId = useId();
  const heading = useRef<HTMLHeadingElement>(null);
  const { data: fans, isPending, isError, refetch } = useSuggestions();
  const [announcement, setAnnouncement] = useState('');
  const [fault, setFault] = useState<string>();

  const leave = (button: HTMLButtonElement, text: string) => {
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
          Friends suggestions
        </h2>
      </div>
      <p className="ko-sr" role="status">
        {announcement}
      </p>
      {isPending ? <RowSkeletons /> : null}
      {isError && !fans ? (
        <ErrorState text="Failed to fetch friend suggestions" onRetry={() => void refetch()} />
      ) : null}
      {fans?.length === 0 ? <p className="ko-none">No friend suggestions available</p> : null}
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

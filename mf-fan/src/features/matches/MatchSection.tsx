import type { Match } from '@kickoff/contracts';
import { ErrorState, Loading } from '@kickoff/ui';
import { useId, type ReactNode } from 'react';

import { texts } from '../../texts';
import { MatchRow } from './MatchRow';

interface MatchSectionProps {
  title: string;
  as: 'column' | 'rail';
  /** Undefined while there is nothing to show. */
  matches: Match[] | undefined;
  now: number;
  /** Text of the empty state; undefined while loading. */
  fault: string | undefined;
  onRetry: () => void;
  /** The provider and the age of the data. */
  note: ReactNode;
  /** Rendered with the matches, without visible content. */
  children?: ReactNode;
}

const RowSkeleton = () => (
  <div className="ko-match">
    <span />
    <span className="ko-sk" />
  </div>
);

/** As high as the matches: rows of a column, or the one line of a rail. */
function Skeletons({ isRail }: { isRail: boolean }) {
  return (
    <Loading holdsPlace>
      {isRail ? (
        <ul aria-hidden="true">
          <li>
            <RowSkeleton />
          </li>
        </ul>
      ) : (
        [0, 1, 2, 3].map((index) => <RowSkeleton key={index} />)
      )}
      <small className="ko-none">&nbsp;</small>
    </Loading>
  );
}

/** A few matches under a heading, beside the feed or as a rail in it. */
export function MatchSection({
  title,
  as,
  matches,
  now,
  fault,
  onRetry,
  note,
  children,
}: MatchSectionProps) {
  const headingId = useId();
  const isRail = as === 'rail';
  return (
    <section
      className={isRail ? 'ko-rail ko-rail--match' : 'ko-side'}
      aria-labelledby={headingId}
      aria-busy={!matches && fault === undefined}
    >
      <div className="ko-head">
        <h2 id={headingId}>{title}</h2>
      </div>
      {matches || fault !== undefined ? null : <Skeletons isRail={isRail} />}
      {matches || fault === undefined ? null : <ErrorState text={fault} onRetry={onRetry} />}
      {matches?.length === 0 ? <p className="ko-none">{texts.matches.none}</p> : null}
      {matches && matches.length > 0 ? (
        // A rail scrolls sideways, so it must be focusable for the keyboard.
        <ul {...(isRail ? { tabIndex: 0, 'aria-labelledby': headingId } : {})}>
          {matches.map((match) => (
            <MatchRow key={match.id} match={match} now={now} />
          ))}
        </ul>
      ) : null}
      {matches ? <small className="ko-none">{note}</small> : null}
      {children}
    </section>
  );
}

import { Link } from '@kickoff/web';
import { useId, type ReactNode } from 'react';

import { RetryAlert } from '../../RetryAlert';
import { texts } from '../../texts';

interface PanelProps {
  title: string;
  /** Link to the whole list. */
  to: string;
  state: { isPending: boolean; error: Error | null; refetch: () => unknown };
  /** Text of the empty state; undefined if there are items. */
  empty: string | undefined;
  /** How many rows it usually has, to reserve their space. */
  usualRows?: number;
  children: ReactNode;
}

/** The height of a row of `ko-list`. */
const ROW_HEIGHT = 56;

/** A panel of the overview with its own loading and error states. */
export function Panel({ title, to, state, empty, usualRows = 1, children }: PanelProps) {
  const id = useId();
  return (
    <section className="ko-card" aria-labelledby={id} tabIndex={-1}>
      <div className="ko-sheet__head ko-head">
        <h2 id={id}>{title}</h2>
        <Link className="ko-link" to={to}>
          {texts.overview.showAll}
          <span className="ko-sr">: {title}</span>
        </Link>
      </div>
      {state.isPending ? (
        <p className="ko-pad ko-none" role="status" style={{ minHeight: usualRows * ROW_HEIGHT }}>
          {texts.common.loading}
        </p>
      ) : null}
      {state.error ? (
        <RetryAlert
          className="ko-pad"
          text={state.error.message}
          of={title}
          onRetry={() => state.refetch()}
        />
      ) : null}
      {empty !== undefined && !state.isPending && !state.error ? (
        <p className="ko-pad ko-none">{empty}</p>
      ) : null}
      {children}
    </section>
  );
}

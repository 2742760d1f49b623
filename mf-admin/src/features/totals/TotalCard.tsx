import type { Change } from '@kickoff/contracts';
import { formatCount } from '@kickoff/ui';
import { useId, type ReactNode } from 'react';

import { RetryAlert } from '../../RetryAlert';
import { texts } from '../../texts';
import { formatChange } from './format-change';

interface TotalCardProps {
  title: string;
  total: {
    data: { count: number; change?: Change | undefined } | undefined;
    error: Error | null;
    isPending: boolean;
    refetch: () => unknown;
  };
  /** Part of the title, such as the period. */
  note?: string;
  /** Part of a pitch, drawn behind the number on a field of 132 by 132. */
  art: ReactNode;
}

/** One number of the dashboard. A failed refresh keeps the last one. */
export function TotalCard({ title, total, note, art }: TotalCardProps) {
  const titleId = useId();
  const { data, error, isPending, refetch } = total;
  return (
    <section className="ko-card ko-stat" aria-labelledby={titleId} tabIndex={-1}>
      <svg
        viewBox="0 0 132 132"
        preserveAspectRatio="xMaxYMid slice"
        fill="none"
        stroke="currentColor"
        strokeWidth="2.6"
        strokeLinecap="round"
        aria-hidden="true"
      >
        {art}
      </svg>
      <div>
        <h2 id={titleId}>{title}</h2>
        {note === undefined ? null : <small>{note}</small>}
      </div>
      {isPending ? (
        <p className="ko-stat__v ko-stat__v--wait" role="status">
          {texts.common.loading}
        </p>
      ) : null}
      {data ? (
        <div>
          <p className="ko-stat__v">{formatCount(data.count)}</p>
          {data.change ? <small>{formatChange(data.change)}</small> : null}
        </div>
      ) : null}
      {error ? <RetryAlert text={error.message} onRetry={() => refetch()} /> : null}
    </section>
  );
}

import type { ReportCase } from '@kickoff/contracts';
import { ErrorState, FilledText, formatCount, pluralText } from '@kickoff/ui';
import { usePageTitle } from '@kickoff/web';
import { useRef, useState } from 'react';

import { useFanActions } from '../features/fans/api/useFanActions';
import { usePostActions } from '../features/posts/api/usePostActions';
import { useCases } from '../features/reports/api/useCases';
import { CaseCard } from '../features/reports/CaseCard';
import { DecisionDialog } from '../features/reports/DecisionDialog';
import type { Decision } from '../features/reports/decisions';
import { NEXT_KEY, PREVIOUS_KEY, useCaseKeys } from '../features/reports/useCaseKeys';
import { EmptyList } from '../lists/EmptyList';
import { ListSkeleton } from '../lists/ListSkeleton';
import { Pager } from '../lists/Pager';
import { useListAddress } from '../lists/useListAddress';
import { texts } from '../texts';

/** The address parameter of each part of the queue. */
const PARTS = [
  {
    name: texts.reports.open,
    state: '',
    mine: '',
    call: 'state=open',
    empty: texts.reports.noneOpen,
  },
  {
    name: texts.reports.mine,
    state: '',
    mine: 'true',
    call: 'state=open',
    empty: texts.reports.noneMine,
  },
  {
    name: texts.reports.closed,
    state: 'closed',
    mine: '',
    call: '',
    empty: texts.reports.noneClosed,
  },
] as const;

/** Returns what reverts a decision. A removed comment or story cannot be restored. */
function useFindUndo() {
  const { restorePost } = usePostActions();
  const { restoreFan } = useFanActions();
  return ({ targetType, targetId, owner }: ReportCase, { action }: Decision) => {
    if (action === 'remove' && targetType === 'post') return () => restorePost(targetId);
    if (action === 'suspend' && owner) return () => restoreFan(owner._id);
    return undefined;
  };
}

/** The queue of reports and appeals. */
export default function ReportQueuePage() {
  usePageTitle();
  const cases = useRef<HTMLDivElement>(null);
  useCaseKeys(cases);
  const findUndo = useFindUndo();
  const list = useListAddress(['state', 'mine']);
  const [open] = PARTS;
  const part =
    PARTS.find(({ state, mine }) => list.value('state') === state && list.value('mine') === mine) ??
    open;
  const { data, error, isPlaceholderData, refetch } = useCases(`${list.call}&${part.call}`);
  const [deciding, setDeciding] = useState<{ report: ReportCase; decision: Decision }>();
  return (
    <>
      <h1>{texts.reports.title}</h1>
      <div className="ko-tools">
        <div className="ko-seg" role="group" aria-label={texts.reports.parts}>
          {PARTS.map(({ name, state, mine }) => (
            <button
              key={name}
              type="button"
              aria-pressed={part.name === name}
              onClick={() => list.change({ state, mine })}
            >
              {name}
            </button>
          ))}
        </div>
        <span className="ko-num ko-hint" role="status">
          {data?.total === undefined
            ? ''
            : pluralText(texts.reports.count, data.total, { count: formatCount(data.total) })}
        </span>
      </div>
      {error ? <ErrorState text={error.message} onRetry={() => void refetch()} /> : null}
      {!data && !error ? <ListSkeleton /> : null}
      {data?.items.length === 0 ? (
        <div className="ko-card">
          <EmptyList list={list} text={part.empty} isStale={isPlaceholderData} />
        </div>
      ) : null}
      {data && data.items.length > 0 ? (
        <>
          <p className="ko-hint ko-keyhint">
            <FilledText
              text={texts.reports.keys}
              values={{ next: <kbd>{NEXT_KEY}</kbd>, previous: <kbd>{PREVIOUS_KEY}</kbd> }}
            />
          </p>
          <div className="ko-cases" ref={cases}>
            {data.items.map((report) => (
              <CaseCard
                key={report._id}
                report={report}
                onDecide={(decision) => setDeciding({ report, decision })}
              />
            ))}
          </div>
          <Pager list={list} shown={data} isStale={isPlaceholderData} />
        </>
      ) : null}
      {deciding ? (
        <DecisionDialog
          {...deciding}
          undo={findUndo(deciding.report, deciding.decision)}
          onClose={() => setDeciding(undefined)}
        />
      ) : null}
    </>
  );
}

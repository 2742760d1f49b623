import type { ReportCase } from '@kickoff/contracts';
import { formatAge, Button, formatDateTime, formatCount } from '@kickoff/ui';
import { addressOf, Link, useNow } from '@kickoff/web';
import { useId, useState } from 'react';

import { formatCase } from '../../format-case';
import { showError } from '../../show-error';
import { useCaseActions } from './api/useCaseActions';
import { CaseSnapshot } from './CaseSnapshot';
import { type Decision, formatDecision, decisionsOn } from './decisions';

interface CaseCardProps {
  report: ReportCase;
  onDecide: (decision: Decision) => void;
}

function ReasonList({ report: { reports, count, targetType } }: { report: ReportCase }) {
  const now = useNow();
  return (
    <ul className="ko-entries">
      {reports.map(({ reporter, reason, createdAt }) => (
        <li key={`${reporter?._id ?? ''} ${createdAt}`}>
          <p dir="auto">{reason}</p>
          <small>
            {reporter ? (
              <Link className="ko-link" to={addressOf('FanRecord', { userId: reporter._id })}>
                {reporter.username}
              </Link>
            ) : (
              'A fan who has left'
            )}
            , <time dateTime={createdAt}>{formatAge(createdAt, now)}</time>
          </small>
        </li>
      ))}
      {count > reports.length && targetType !== 'appeal' ? (
        <li className="ko-none">and {formatCount(count - reports.length)} more</li>
      ) : null}
    </ul>
  );
}

function Outcome({ report: { decision } }: { report: ReportCase }) {
  if (!decision) return null;
  const { action, by, at, note } = decision;
  return (
    <div>
      <p>
        <b>{formatDecision(action)}</b> by {by.username},{' '}
        <time dateTime={at}>{formatDateTime(at)}</time>
      </p>
      {note === undefined ? null : <p dir="auto">{note}</p>}
    </div>
  );
}

function CaseActions({ report, onDecide }: CaseCardProps) {
  const { takeCase, giveCaseBack } = useCaseActions();
  const [isBusy, setBusy] = useState(false);
  const { _id, assignee } = report;
  const hand = async () => {
    if (isBusy) return;
    setBusy(true);
    try {
      await (assignee ? giveCaseBack(_id) : takeCase(_id));
    } catch (failure) {
      showError(failure);
    } finally {
      setBusy(false);
    }
  };
  return (
    <div className="ko-caseacts">
      <Button look="soft" size="sm" busy={isBusy} onClick={hand}>
        {assignee ? 'Unassign' : 'Assign to me'}
      </Button>
      {assignee ? <span className="ko-none">Assigned to {assignee.username}</span> : null}
      {decisionsOn(report).map((decision) => (
        <Button
          key={decision.action}
          look={decision.look}
          size="sm"
          onClick={() => onDecide(decision)}
        >
          {decision.verb}
        </Button>
      ))}
    </div>
  );
}

/** One case: its content, its reports, and the possible or taken decision. */
export function CaseCard({ report, onDecide }: CaseCardProps) {
  const id = useId();
  const { owner, state } = report;
  return (
    <article className="ko-card ko-pad ko-case" aria-labelledby={id} tabIndex={-1}>
      <div className="ko-head" style={{ flexWrap: 'wrap' }}>
        <h2 id={id}>{formatCase(report)}</h2>
        {owner ? (
          <Link className="ko-link" to={addressOf('FanRecord', { userId: owner._id })}>
            View fan<span className="ko-sr"> {owner.username}</span>
          </Link>
        ) : (
          <span className="ko-none">The fan has left</span>
        )}
      </div>
      <CaseSnapshot report={report} />
      <ReasonList report={report} />
      {state === 'open' ? (
        <CaseActions report={report} onDecide={onDecide} />
      ) : (
        <Outcome report={report} />
      )}
    </article>
  );
}

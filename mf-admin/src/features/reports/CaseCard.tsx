import type { ReportCase } from '@kickoff/contracts';
import {
  formatAge,
  Button,
  FilledText,
  fillText,
  formatDateTime,
  formatCount,
  pluralText,
} from '@kickoff/ui';
import { addressOf, Link, useExclusiveMutation, useNow } from '@kickoff/web';
import { useId } from 'react';

import { formatCase } from '../../format-case';
import { clearError, showError } from '../../show-error';
import { texts } from '../../texts';
import { useCaseActions } from './api/useCaseActions';
import { CaseSnapshot } from './CaseSnapshot';
import { type Decision, formatDecision, decisionsOn } from './decisions';

interface CaseCardProps {
  report: ReportCase;
  onDecide: (decision: Decision) => void;
}

function ReasonList({ report: { reports, count, targetType } }: { report: ReportCase }) {
  const now = useNow();
  const more = count - reports.length;
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
              texts.reportCase.unknownReporter
            )}
            , <time dateTime={createdAt}>{formatAge(createdAt, now)}</time>
          </small>
        </li>
      ))}
      {more > 0 && targetType !== 'appeal' ? (
        <li className="ko-none">
          {pluralText(texts.reportCase.moreReports, more, { count: formatCount(more) })}
        </li>
      ) : null}
    </ul>
  );
}

function Outcome({ report: { decision } }: { report: ReportCase }) {
  if (!decision) return <p>{texts.reportCase.replaced}</p>;
  const { action, by, at, note } = decision;
  return (
    <div>
      <p>
        <FilledText
          text={texts.reportCase.decided}
          values={{
            decision: <b>{formatDecision(action)}</b>,
            admin: by.username,
            time: <time dateTime={at}>{formatDateTime(at)}</time>,
          }}
        />
      </p>
      {note === undefined ? null : <p dir="auto">{note}</p>}
    </div>
  );
}

function CaseActions({ report, onDecide }: CaseCardProps) {
  const { takeCase, giveCaseBack } = useCaseActions();
  const { _id, assignee } = report;
  const action = `case ${_id}`;
  const assigning = useExclusiveMutation({
    mutationFn: () => (assignee ? giveCaseBack(_id) : takeCase(_id)),
    onMutate: () => clearError(action),
    onError: showError(action),
  });
  return (
    <div className="ko-caseacts">
      <Button look="soft" size="sm" busy={assigning.isPending} onClick={() => assigning.mutate()}>
        {assignee ? texts.reportCase.unassign : texts.reportCase.assign}
      </Button>
      {assignee ? (
        <span className="ko-none">
          {fillText(texts.reportCase.assignedTo, { username: assignee.username })}
        </span>
      ) : null}
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
      <div className="ko-head ko-flex-wrap">
        <h2 id={id}>{formatCase(report)}</h2>
        {owner ? (
          <Link className="ko-link" to={addressOf('FanRecord', { userId: owner._id })}>
            {texts.reportCase.viewFan}
            <span className="ko-sr"> {owner.username}</span>
          </Link>
        ) : (
          <span className="ko-none">{texts.reportCase.ownerGone}</span>
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

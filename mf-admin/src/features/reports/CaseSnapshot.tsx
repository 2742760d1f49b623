import type { ReportCase } from '@kickoff/contracts';

import { texts } from '../../texts';
import { CaseFile } from './CaseFile';

/** The reported content as it was when it was reported. */
export function CaseSnapshot({ report: { _id, snapshot, targetType } }: { report: ReportCase }) {
  const { text, media, username } = snapshot;
  return (
    <figure className="ko-snapshot">
      <figcaption>
        {targetType === 'appeal' ? texts.reportCase.suspensionReason : texts.reportCase.snapshot}
      </figcaption>
      {text === '' && media.length === 0 ? (
        <p className="ko-none">{texts.reportCase.nothing}</p>
      ) : null}
      {text === '' ? null : <p dir="auto">{text}</p>}
      {media.map((path, index) => (
        <CaseFile key={path} caseId={_id} index={index} path={path} username={username} />
      ))}
    </figure>
  );
}

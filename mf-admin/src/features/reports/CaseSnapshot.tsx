import type { ReportCase } from '@kickoff/contracts';

import { CaseFile } from './CaseFile';

/** The reported content as it was when it was reported. */
export function CaseSnapshot({ report: { _id, snapshot, targetType } }: { report: ReportCase }) {
  const { text, media, username } = snapshot;
  return (
    <figure className="ko-snapshot">
      <figcaption>
        {targetType === 'appeal' ? 'Why the fan was suspended' : 'As it was when it was reported'}
      </figcaption>
      {text === '' && media.length === 0 ? <p className="ko-none">Nothing but the name</p> : null}
      {text === '' ? null : <p dir="auto">{text}</p>}
      {media.map((path, index) => (
        <CaseFile key={path} caseId={_id} index={index} path={path} username={username} />
      ))}
    </figure>
  );
}

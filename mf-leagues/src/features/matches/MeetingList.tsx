import { formatDayOfYear } from '@kickoff/ui';

import { DayHeading } from './DayHeading';
import { MatchRow } from './MatchRow';
import type { Meetings } from './meetings';

/** The next meeting of two clubs, then the previous ones. */
export function MeetingList({ next, previous }: Meetings) {
  const labelled = [
    ...(next ? [{ label: 'Next', match: next }] : []),
    ...previous.map((match, index) => ({ label: index === 0 ? 'Last' : 'Before', match })),
  ];
  if (labelled.length === 0) {
    return <p className="ko-empty">The two have not met before in the seasons we know.</p>;
  }
  return labelled.map(({ label, match }) => (
    <div key={match.id}>
      <DayHeading>{`${label}: ${formatDayOfYear(match.utcDate)}`}</DayHeading>
      <ul>
        <MatchRow match={match} />
      </ul>
    </div>
  ));
}

import { fillText, formatDayOfYear } from '@kickoff/ui';

import { dateOf } from '../../kick-off';
import { texts } from '../../texts';
import { DayHeading } from './DayHeading';
import { MatchRow } from './MatchRow';
import type { Meetings } from './meetings';

/** The next meeting of two clubs, then the previous ones. */
export function MeetingList({ next, previous }: Meetings) {
  const labelled = [
    ...(next ? [{ label: texts.meetings.next, match: next }] : []),
    ...previous.map((match, index) => ({
      label: index === 0 ? texts.meetings.last : texts.meetings.before,
      match,
    })),
  ];
  if (labelled.length === 0) {
    return <p className="ko-empty">{texts.match.neverMet}</p>;
  }
  return labelled.map(({ label, match }) => (
    <div key={match.id}>
      <DayHeading>{fillText(label, { day: formatDayOfYear(dateOf(match)) })}</DayHeading>
      <ul>
        <MatchRow match={match} />
      </ul>
    </div>
  ));
}

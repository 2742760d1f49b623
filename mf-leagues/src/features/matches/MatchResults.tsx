import type { Match } from '@kickoff/contracts';
import { Button, EmptyState } from '@kickoff/ui';
import { useState } from 'react';

import { DayHeading } from './DayHeading';
import { firstDays, groupByDay, type MatchDay } from './match-days';
import { MatchRow } from './MatchRow';

const PAGE = 6;

function Days({ days }: { days: MatchDay[] }) {
  return days.map(({ heading, matches }) => (
    <div key={heading}>
      <DayHeading>{heading}</DayHeading>
      <ul>
        {matches.map((match) => (
          <MatchRow key={match.id} match={match} />
        ))}
      </ul>
    </div>
  ));
}

/** Days per page. */
function PagedDays({ days, more }: { days: MatchDay[]; more: string }) {
  const [count, setCount] = useState(PAGE);
  const shown = firstDays(days, count);
  return (
    <>
      <Days days={shown} />
      {shown.length < days.length ? (
        <div className="ko-feedend">
          <Button look="soft" onClick={() => setCount(count + PAGE)}>
            {more}
          </Button>
        </div>
      ) : null}
    </>
  );
}

/** A league's matches: live first, then today's, upcoming and earlier ones, page by page. */
export function MatchResults({ matches, now }: { matches: Match[]; now: number }) {
  if (matches.length === 0) return <EmptyState text="No match data available." />;
  const { today, coming, earlier } = groupByDay(matches, now);
  return (
    <>
      <Days days={today} />
      <PagedDays days={coming} more="Show later matches" />
      <PagedDays days={earlier} more="Show earlier results" />
    </>
  );
}

import type { Match, MatchTeam } from '@kickoff/contracts';
import { Button, EmptyState, useFocusFallback } from '@kickoff/ui';
import { useState } from 'react';

import { texts } from '../../texts';
import { DayHeading } from './DayHeading';
import { firstDays, groupByDay, type MatchDay, todayAndNext } from './match-days';
import { MatchRow } from './MatchRow';
import { MatchTabs } from './MatchTabs';
import { firstTabOf, type MatchTab, tabsOf } from './tabs-of';

const PAGE = 6;
/** A day with fewer matches is followed by the next ones: the table beside it is twice as high. */
const FULL_DAY = 10;

interface DaysProps {
  days: MatchDay[];
  tab: MatchTab;
  isOwn: (team: MatchTeam) => boolean;
  asOf: string | undefined;
}

function ShowMoreDays({ label, onShow }: { label: string; onShow: () => void }) {
  const element = useFocusFallback<HTMLDivElement>();
  return (
    <div className="ko-feedend" ref={element}>
      <Button look="soft" onClick={onShow}>
        {label}
      </Button>
    </div>
  );
}

/** The days of a tab, page by page; those of today at once. */
function Days({ days, tab, isOwn, asOf }: DaysProps) {
  const [count, setCount] = useState(PAGE);
  const shown = tab === 'today' ? days : firstDays(days, count);
  if (days.length === 0) return <p className="ko-empty">{texts.noMatches[tab]}</p>;
  return (
    <>
      {shown.map(({ heading, matches }) => (
        <div key={heading}>
          <DayHeading>{heading}</DayHeading>
          <ul>
            {matches.map((match) => (
              <MatchRow key={match.id} match={match} isOwn={isOwn} asOf={asOf} />
            ))}
          </ul>
        </div>
      ))}
      {shown.length < days.length ? (
        <ShowMoreDays label={texts.moreMatches[tab]} onShow={() => setCount(count + PAGE)} />
      ) : null}
    </>
  );
}

interface MatchResultsProps {
  matches: Match[];
  /** Whether the matches are those of a typed team. */
  isFiltered: boolean;
  /** Whether a team is the fan's. */
  isOwn: (team: MatchTeam) => boolean;
  now: number;
  /** The time of the data, where that is out of date. */
  asOf: string | undefined;
}

/** A league's matches in tabs: what was played, what is on today, what comes. */
export function MatchResults({ matches, isFiltered, isOwn, now, asOf }: MatchResultsProps) {
  const [wanted, setWanted] = useState<MatchTab>();
  if (matches.length === 0) return <EmptyState text={texts.matches.none} />;
  const days = groupByDay(matches, now);
  const tabs = tabsOf(days);
  const tab = tabs.find((name) => name === wanted) ?? firstTabOf(days, isFiltered);
  return (
    <MatchTabs names={tabs} labels={texts.matchTabs} chosen={tab} onChoose={setWanted}>
      <Days
        key={tab}
        days={tab === 'today' ? todayAndNext(days, FULL_DAY) : days[tab]}
        tab={tab}
        isOwn={isOwn}
        asOf={asOf}
      />
    </MatchTabs>
  );
}

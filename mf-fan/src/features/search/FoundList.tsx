import { EmptyState, ErrorState, Loading, ShowMore } from '@kickoff/ui';
import type { ReactNode } from 'react';

import { texts } from '../../texts';
import { type ListedType, useFound } from './api/useFound';
import { FanRow, LeagueRow, TeamRow } from './FoundRow';

interface PagedRowsProps {
  list: {
    isPending: boolean;
    isError: boolean;
    isFetching: boolean;
    hasNextPage: boolean;
    isFetchingNextPage: boolean;
    isFetchNextPageError: boolean;
    fetchNextPage: () => unknown;
    refetch: () => unknown;
  };
  type: ListedType;
  /** Undefined until the first page is there. */
  rows: readonly ReactNode[] | undefined;
}

/** A paged list of results in all its states. */
function PagedRows({ list, type, rows }: PagedRowsProps) {
  return (
    <section aria-label={texts.search.types[type]} aria-busy={list.isFetching} tabIndex={-1}>
      {list.isPending ? (
        <div className="ko-pad">
          <Loading />
        </div>
      ) : null}
      {list.isError && !rows ? (
        <ErrorState text={texts.search.failed} onRetry={() => void list.refetch()} />
      ) : null}
      {rows?.length === 0 ? <EmptyState text={texts.search.noneOf[type]} /> : null}
      {rows ? (
        <>
          <ul>{rows}</ul>
          <ShowMore
            of={list}
            className="ko-feedend"
            label={texts.actions.showMore}
            failure={texts.search.failed}
          />
        </>
      ) : null}
    </section>
  );
}

interface ListProps {
  text: string;
  readerId: string | undefined;
}

function FanResults({ text, readerId }: ListProps) {
  const list = useFound(text, 'fans');
  const rows = list.data?.pages
    .flatMap(({ items }) => items)
    .map((fan) => <FanRow key={fan._id} fan={fan} readerId={readerId} />);
  return <PagedRows list={list} type="fans" rows={rows} />;
}

function TeamResults({ text }: ListProps) {
  const list = useFound(text, 'teams');
  const rows = list.data?.pages
    .flatMap(({ items }) => items)
    .map((team) => <TeamRow key={team.id} team={team} />);
  return <PagedRows list={list} type="teams" rows={rows} />;
}

function LeagueResults({ text }: ListProps) {
  const list = useFound(text, 'leagues');
  const rows = list.data?.pages
    .flatMap(({ items }) => items)
    .map((league) => <LeagueRow key={league.league} league={league} />);
  return <PagedRows list={list} type="leagues" rows={rows} />;
}

const LISTS = { fans: FanResults, teams: TeamResults, leagues: LeagueResults };

/** All fans, teams or leagues that a search finds. */
export function FoundList({ type, ...props }: ListProps & { type: ListedType }) {
  const List = LISTS[type];
  return <List {...props} />;
}

import type { Post, SearchType } from '@kickoff/contracts';
import { Button, EmptyState, ErrorState, fillText, Loading, pluralText } from '@kickoff/ui';
import { useId, type ReactNode } from 'react';

import { texts } from '../../texts';
import { type FoundGroups, useSearchGroups } from './api/useSearchGroups';
import { FanRow, LeagueRow, TeamRow } from './FoundRow';

/** As many as a group shows: with fewer there are no more. */
const GROUP_SIZE = 5;

interface GroupProps {
  type: SearchType;
  count: number;
  onType: (type: SearchType) => void;
  children: ReactNode;
}

function Group({ type, count, onType, children }: GroupProps) {
  const id = useId();
  if (count === 0) return null;
  return (
    <section aria-labelledby={id}>
      <div className="ko-sheet__head">
        <h2 id={id}>{texts.search.types[type]}</h2>
        {count < GROUP_SIZE ? null : (
          <Button size="sm" aria-label={texts.search.showAllOf[type]} onClick={() => onType(type)}>
            {texts.search.showAll}
          </Button>
        )}
      </div>
      {children}
    </section>
  );
}

interface SearchGroupsProps {
  text: string;
  /** Query key of the found posts. */
  postsKey: readonly string[];
  readerId: string | undefined;
  onType: (type: SearchType) => void;
  renderPosts: (posts: readonly Post[]) => ReactNode;
}

const postsOf = ({ pages }: FoundGroups) => pages.flatMap(({ items }) => items);

interface GroupsProps extends Pick<SearchGroupsProps, 'readerId' | 'onType' | 'renderPosts'> {
  found: FoundGroups;
}

function Groups({ found, readerId, onType, renderPosts }: GroupsProps) {
  const { fans, teams, leagues } = found;
  const posts = postsOf(found);
  return (
    <>
      <Group type="fans" count={fans.length} onType={onType}>
        <ul>
          {fans.map((fan) => (
            <FanRow key={fan._id} fan={fan} readerId={readerId} />
          ))}
        </ul>
      </Group>
      <Group type="teams" count={teams.length} onType={onType}>
        <ul>
          {teams.map((team) => (
            <TeamRow key={team.id} team={team} />
          ))}
        </ul>
      </Group>
      <Group type="leagues" count={leagues.length} onType={onType}>
        <ul>
          {leagues.map((league) => (
            <LeagueRow key={league.league} league={league} />
          ))}
        </ul>
      </Group>
      <Group type="posts" count={posts.length} onType={onType}>
        {renderPosts(posts)}
      </Group>
    </>
  );
}

/** The first few fans, teams, leagues and posts that a search finds. */
export function SearchGroups({ text, postsKey, ...props }: SearchGroupsProps) {
  const { data, isPending, isError, refetch } = useSearchGroups(text, postsKey);
  const count = data
    ? data.fans.length + data.teams.length + data.leagues.length + postsOf(data).length
    : undefined;
  const outcome = () => {
    if (count === undefined) return '';
    return count === 0
      ? fillText(texts.search.none, { text })
      : pluralText(texts.search.results, count, { count, text });
  };
  return (
    <>
      {/* Mounted before its text changes: some screen readers announce changes only. */}
      <p className="ko-sr" role="status">
        {outcome()}
      </p>
      {isPending ? (
        <div className="ko-pad">
          <Loading />
        </div>
      ) : null}
      {isError && !data ? (
        <ErrorState text={texts.search.failed} onRetry={() => void refetch()} />
      ) : null}
      {count === 0 ? (
        <EmptyState text={fillText(texts.search.none, { text })}>
          <p>{texts.search.advice}</p>
        </EmptyState>
      ) : null}
      {data ? <Groups found={data} {...props} /> : null}
    </>
  );
}

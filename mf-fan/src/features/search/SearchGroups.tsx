import type { Post, SearchType } from '@kickoff/contracts';
import { Button, EmptyState, ErrorState, Loading } from '@kickoff/ui';
import { useId, type ReactNode } from 'react';

import { useSearchGroups } from './api/useSearchGroups';
import { FanRow, LeagueRow, TeamRow } from './FoundRow';

/** As many as a group shows: with fewer there are no more. */
const GROUP_SIZE = 5;

interface GroupProps {
  title: string;
  count: number;
  onShowAll: () => void;
  children: ReactNode;
}

function Group({ title, count, onShowAll, children }: GroupProps) {
  const id = useId();
  if (count === 0) return null;
  return (
    <section aria-labelledby={id}>
      <div className="ko-sheet__head">
        <h2 id={id}>{title}</h2>
        {count < GROUP_SIZE ? null : (
          <Button size="sm" style={{ marginInlineStart: 'auto' }} onClick={onShowAll}>
            Show all <span className="ko-sr">{title.toLowerCase()}</span>
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

/** The first few fans, teams, leagues and posts that a search finds. */
export function SearchGroups({ text, postsKey, readerId, onType, renderPosts }: SearchGroupsProps) {
  const { data, isPending, isError, refetch } = useSearchGroups(text, postsKey);
  if (isPending) {
    return (
      <div className="ko-pad">
        <Loading />
      </div>
    );
  }
  if (isError && !data) {
    return <ErrorState text="The search did not work" onRetry={() => void refetch()} />;
  }
  const { fans, teams, leagues } = data;
  const posts = data.pages.flatMap(({ items }) => items);
  const count = fans.length + teams.length + leagues.length + posts.length;
  return (
    <>
      <p className="ko-sr" role="status">
        {count === 0 ? '' : `${count === 1 ? '1 result' : `${count} results`} for ${text}`}
      </p>
      {count === 0 ? (
        <EmptyState text={`Nothing found for “${text}”.`}>
          <p>Check the spelling, or try fewer words.</p>
        </EmptyState>
      ) : null}
      <Group title="Fans" count={fans.length} onShowAll={() => onType('fans')}>
        <ul>
          {fans.map((fan) => (
            <FanRow key={fan._id} fan={fan} readerId={readerId} />
          ))}
        </ul>
      </Group>
      <Group title="Teams" count={teams.length} onShowAll={() => onType('teams')}>
        <ul>
          {teams.map((team) => (
            <TeamRow key={team.id} team={team} />
          ))}
        </ul>
      </Group>
      <Group title="Leagues" count={leagues.length} onShowAll={() => onType('leagues')}>
        <ul>
          {leagues.map((league) => (
            <LeagueRow key={league.league} league={league} />
          ))}
        </ul>
      </Group>
      <Group title="Posts" count={posts.length} onShowAll={() => onType('posts')}>
        {renderPosts(posts)}
      </Group>
    </>
  );
}

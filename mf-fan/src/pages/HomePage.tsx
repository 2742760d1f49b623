import type { OwnProfile, Team } from '@kickoff/contracts';
import { ErrorState, Icon, icons, useIsNarrow } from '@kickoff/ui';
import { addressOf, Link, useOwnProfile, usePageTitle } from '@kickoff/web';
import type { ReactNode } from 'react';

import { FriendAvatars } from '../features/friends/FriendAvatars';
import { FriendSuggestions } from '../features/friends/FriendSuggestions';
import { useMatchDigest } from '../features/matches/api/useMatchDigest';
import { RecentMatches } from '../features/matches/RecentMatches';
import { UpcomingEvents } from '../features/matches/UpcomingEvents';
import { useFeedScope } from '../features/posts/api/useFeedScope';
import { Feed } from '../features/posts/Feed';
import { FeedHead } from '../features/posts/FeedHead';
import { PostComposer, PostComposerSkeleton } from '../features/posts/PostComposer';
import { FavoriteFacts } from '../features/profile/FavoriteFacts';
import { Stories } from '../features/stories/Stories';
import { UpdateInformation } from '../features/profile/UpdateInformation';
import { useLiveFollowers } from '../relations/useLiveFollowers';
import { texts } from '../texts';
import { FirstStepsCard } from './FirstStepsCard';

const NO_RAILS: readonly ReactNode[] = [];

interface DashboardProps {
  /** Undefined while loading, or if loading failed. */
  me: OwnProfile | undefined;
  hasFailed: boolean;
  /** The favourite club, once known. */
  club: Team | null | undefined;
}

/** The left column: the reader's profile and links. */
function Dashboard({ me, hasFailed, club }: DashboardProps) {
  return (
    <aside className="ko-home__left" aria-label={texts.home.dashboard}>
      <FriendAvatars count={me?.friendsCount} />
      {hasFailed && !me ? null : (
        <section className="ko-side" aria-label={texts.home.favorites}>
          <FavoriteFacts fan={me} club={club} isOwn />
        </section>
      )}
      <section className="ko-side" aria-label={texts.home.links}>
        <Link className="ko-navrow" to={addressOf('Leagues')}>
          <Icon icon={icons.trophy} />
          {texts.home.leagues}
          <Icon icon={icons.chevronRight} size={16} />
        </Link>
        <UpdateInformation />
      </section>
    </aside>
  );
}

/** The home page: the feed, stories and matches. */
export default function HomePage() {
  usePageTitle();
  useLiveFollowers();
  const { data: me, isPending, isError, refetch } = useOwnProfile();
  const { scope, choose, fault } = useFeedScope();
  const isNarrow = useIsNarrow();
  // If the profile fails to load, the matches are shown without a favourite.
  const digest = useMatchDigest(isError && !me ? '' : me?.fav_team1);
  // Beside the feed on a wide screen, inside it on a narrow one.
  const rails = isNarrow
    ? [
        <FriendSuggestions key="suggestions" as="rail" />,
        <RecentMatches key="matches" as="rail" digest={digest} />,
        <UpcomingEvents key="upcoming" as="rail" digest={digest} />,
      ]
    : NO_RAILS;
  return (
    <div className="ko-page ko-home">
      <h1 className="ko-sr">{texts.home.name}</h1>
      {isNarrow ? null : <Dashboard me={me} hasFailed={isError} club={digest.data?.club} />}
      <div className="ko-sheet">
        <Stories />
        {me ? <FirstStepsCard me={me} /> : null}
        {isPending ? null : <FeedHead scope={scope} onScope={choose} fault={fault} />}
        {me ? <PostComposer key={me._id} fan={me} /> : null}
        {isPending ? <PostComposerSkeleton /> : null}
        {isError && !me ? (
          <ErrorState text={texts.profile.failed} onRetry={() => void refetch()} />
        ) : null}
        <Feed
          key={scope}
          scope={scope}
          onScope={choose}
          readerId={me?._id}
          isHeld={isPending}
          rails={rails}
        />
      </div>
      {isNarrow ? null : (
        <aside className="ko-home__right" aria-label={texts.home.people}>
          <FriendSuggestions as="column" />
          <RecentMatches as="column" digest={digest} />
          <UpcomingEvents as="column" digest={digest} />
        </aside>
      )}
    </div>
  );
}

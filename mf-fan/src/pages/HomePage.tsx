import { ErrorState, Icon, icons } from '@kickoff/ui';
import { addressOf, Link, useOwnProfile, usePageTitle } from '@kickoff/web';

import { useFeed } from '../features/posts/api/useFeed';
import { PostComposer, PostComposerSkeleton } from '../features/posts/PostComposer';
import { PostList } from '../features/posts/PostList';
import { FavoriteFacts } from '../features/profile/FavoriteFacts';
import { Stories } from '../features/stories/Stories';

/** What a fan sees first: the newest posts of everyone. */
export default function HomePage() {
  usePageTitle('Home');
  const { data: me, isPending, isError, refetch } = useOwnProfile();
  const feed = useFeed();
  return (
    <div className="ko-page ko-home">
      <h1 className="ko-sr">Home</h1>
      <aside className="ko-home__left" aria-label="Your dashboard">
        {isError && !me ? null : (
          <section className="ko-side">
            <FavoriteFacts fan={me} />
          </section>
        )}
        <section className="ko-side">
          <Link className="ko-navrow" to={addressOf('Leagues')}>
            <Icon icon={icons.trophy} />
            Explore Leagues
            <Icon icon={icons.chevronRight} size={16} />
          </Link>
        </section>
      </aside>
      <div className="ko-sheet">
        <Stories />
        <div className="ko-latest">
          <h2>Latest</h2>
        </div>
        {me ? <PostComposer key={me._id} fan={me} /> : null}
        {isPending ? <PostComposerSkeleton /> : null}
        {isError && !me ? (
          <ErrorState text="Failed to fetch user data" onRetry={() => void refetch()} />
        ) : null}
        <PostList
          label="Posts"
          posts={feed}
          readerId={me?._id}
          emptyText="No posts yet. Yours can be the first."
        />
      </div>
    </div>
  );
}

import '@kickoff/ui/lists.css';
import { formatCount, ErrorState, Icon, icons, useIsNarrow } from '@kickoff/ui';
import { addressOf, Link, logOut, useOwnProfile, usePageTitle } from '@kickoff/web';

import { ConnectedFriends } from '../features/friends/ConnectedFriends';
import { ownPosts } from '../features/posts/api/fan-posts';
import { usePostPages } from '../features/posts/api/post-pages';
import { DeletePostButton } from '../features/posts/DeletePostButton';
import { LazyPostUpdates } from '../features/posts/LazyPostUpdates';
import { PostList } from '../features/posts/PostList';
import { ProfileHeader } from '../features/profile/ProfileHeader';
import { ProfileSkeleton } from '../features/profile/ProfileSkeleton';
import { UpdateInformation } from '../features/profile/UpdateInformation';
import { useLiveFollowers } from '../relations/useLiveFollowers';
import styles from './OwnProfilePage.module.css';

/** Links that wide screens have in the top bar and beside the feed. */
function Account() {
  return (
    <section className="ko-sheet ko-pad ko-mt-3" aria-label="Your account">
      <UpdateInformation />
      <Link className="ko-navrow" to={addressOf('Settings')}>
        <Icon icon={icons.settings} />
        Settings
        <Icon icon={icons.chevronRight} size={16} />
      </Link>
      <button className="ko-navrow" type="button" onClick={() => void logOut('fan')}>
        <Icon icon={icons.logOut} />
        Logout
        <Icon icon={icons.chevronRight} size={16} />
      </button>
    </section>
  );
}

/** The signed-in fan's own page. */
export default function OwnProfilePage() {
  usePageTitle();
  useLiveFollowers();
  const { data: me, isPending, isError, refetch } = useOwnProfile();
  const source = ownPosts(me?._id);
  const posts = usePostPages(source);
  const isNarrow = useIsNarrow();
  return (
    <div className="ko-page">
      {me ? (
        <ProfileHeader fan={me} isOwn>
          {isNarrow ? undefined : (
            <Link className="ko-btn ko-btn--line ko-btn--sm" to={addressOf('Settings')}>
              <Icon icon={icons.settings} size={16} />
              Settings
            </Link>
          )}
        </ProfileHeader>
      ) : (
        <h1 className="ko-sr">Profile</h1>
      )}
      {isPending ? <ProfileSkeleton /> : null}
      {isError && !me ? (
        <section className="ko-sheet" aria-label="Profile">
          <ErrorState text="Failed to fetch user data" onRetry={() => void refetch()} />
        </section>
      ) : null}
      {isNarrow ? <Account /> : null}
      <div className={styles.columns}>
        <section className="ko-sheet" aria-labelledby="own-posts">
          <div className="ko-sheet__head">
            <h2 id="own-posts">Your posts</h2>
            <span>{me ? formatCount(me.postsCount) : null}</span>
          </div>
          {me ? <LazyPostUpdates source={source} readerId={me._id} /> : null}
          <PostList
            label="Posts"
            posts={posts}
            readerId={me?._id}
            emptyText="You have not written a post yet."
            OwnActions={DeletePostButton}
          />
        </section>
        <ConnectedFriends />
      </div>
    </div>
  );
}

import { ErrorState, Icon, icons } from '@kickoff/ui';
import { logOut, useOwnProfile, usePageTitle } from '@kickoff/web';

import { useOwnPosts } from '../features/posts/api/useOwnPosts';
import { PostList } from '../features/posts/PostList';
import { ConnectedFriends } from '../features/profile/ConnectedFriends';
import { ProfileSheet } from '../features/profile/ProfileSheet';
import { ProfileSkeleton } from '../features/profile/ProfileSkeleton';

/** The signed-in fan's own page. */
export default function OwnProfilePage() {
  usePageTitle('Profile');
  const { data: me, isPending, isError, refetch } = useOwnProfile();
  const posts = useOwnPosts();
  return (
    <div className="ko-page">
      {me ? <ProfileSheet fan={me} /> : <h1 className="ko-sr">Profile</h1>}
      {isPending ? <ProfileSkeleton /> : null}
      {isError && !me ? (
        <section className="ko-sheet" aria-label="Profile">
          <ErrorState text="Failed to fetch user data" onRetry={() => void refetch()} />
        </section>
      ) : null}
      <section className="ko-sheet ko-pad ko-only-narrow ko-mt-3" aria-label="Your account">
        <button className="ko-navrow" type="button" onClick={() => logOut('fan')}>
          <Icon icon={icons.logOut} />
          Logout
          <Icon icon={icons.chevronRight} size={16} />
        </button>
      </section>
      <div className="ko-cols">
        <section className="ko-sheet" aria-labelledby="own-posts">
          <div className="ko-sheet__head">
            <h2 id="own-posts">Your posts</h2>
            <span>{me?.postsCount.toLocaleString('en')}</span>
          </div>
          <PostList
            label="Posts"
            posts={posts}
            readerId={me?._id}
            emptyText="You have not written a post yet."
          />
        </section>
        {me ? <ConnectedFriends friends={me.friends} /> : null}
      </div>
    </div>
  );
}

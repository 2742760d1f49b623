import '@kickoff/ui/lists.css';
import { formatCount, ErrorState, Icon, icons, useIsNarrow } from '@kickoff/ui';
import {
  addressOf,
  goTo,
  Link,
  logOut,
  useAddressQuery,
  useOwnProfile,
  usePageTitle,
} from '@kickoff/web';
import { useRef } from 'react';

import { ConnectedFriends } from '../features/friends/ConnectedFriends';
import { ownPosts } from '../features/posts/api/fan-posts';
import { usePostPages } from '../features/posts/api/post-pages';
import { DeletePostButton } from '../features/posts/DeletePostButton';
import { LazyPostUpdates } from '../features/posts/LazyPostUpdates';
import { PostList } from '../features/posts/PostList';
import { EditProfile } from '../features/profile/EditProfile';
import { ProfileHeader } from '../features/profile/ProfileHeader';
import { ProfileSkeleton } from '../features/profile/ProfileSkeleton';
import { UpdateInformation } from '../features/profile/UpdateInformation';
import { useLiveFollowers } from '../relations/useLiveFollowers';
import { texts } from '../texts';
import { EDIT_PROFILE } from './edit-profile';

/** Links that wide screens have in the top bar and beside the feed. */
function Account() {
  return (
    <section className="ko-sheet ko-pad ko-mt-3" aria-label={texts.profile.account}>
      <UpdateInformation />
      <Link className="ko-navrow" to={addressOf('Settings')}>
        <Icon icon={icons.settings} />
        {texts.settings.title}
        <Icon icon={icons.chevronRight} size={16} />
      </Link>
      <button className="ko-navrow" type="button" onClick={() => void logOut('fan')}>
        <Icon icon={icons.logOut} />
        {texts.profile.logOut}
        <Icon icon={icons.chevronRight} size={16} />
      </button>
    </section>
  );
}

/** The signed-in fan's own page. */
export default function OwnProfilePage() {
  usePageTitle();
  useLiveFollowers();
  const { data: me, isPending, isFetched, isError, refetch } = useOwnProfile();
  const source = ownPosts(me?._id);
  const posts = usePostPages(source);
  const isNarrow = useIsNarrow();
  const isEditing = useAddressQuery().has('edit');
  const edit = useRef<HTMLSpanElement>(null);
  const closeForm = () => {
    goTo(addressOf('OwnProfile'));
    edit.current?.querySelector('a')?.focus();
  };
  return (
    <div className="ko-page">
      <div className="ko-narrow">
        {me ? (
          <ProfileHeader fan={me} isOwn>
            <span ref={edit}>
              <Link className="ko-btn ko-btn--soft ko-btn--sm" to={EDIT_PROFILE}>
                <Icon icon={icons.squarePen} size={16} />
                {texts.actions.editProfile}
              </Link>
            </span>
            {isNarrow ? null : (
              <Link className="ko-btn ko-btn--line ko-btn--sm" to={addressOf('Settings')}>
                <Icon icon={icons.settings} size={16} />
                {texts.settings.title}
              </Link>
            )}
          </ProfileHeader>
        ) : (
          <h1 className="ko-sr">{texts.profile.name}</h1>
        )}
        {isPending ? <ProfileSkeleton /> : null}
        {isError && !me ? (
          <section className="ko-sheet" aria-label={texts.profile.name}>
            <ErrorState text={texts.profile.failed} onRetry={() => void refetch()} />
          </section>
        ) : null}
        {me && isEditing ? <EditProfile onClose={closeForm} /> : null}
        {/* Below a header whose height is unknown, all of it would move. */}
        {me || isFetched ? (
          <>
            {isNarrow ? <Account /> : null}
            <ConnectedFriends />
            <section className="ko-sheet ko-mt-3" aria-labelledby="own-posts">
              <div className="ko-sheet__head">
                <h2 id="own-posts" tabIndex={-1}>
                  {texts.posts.own}
                </h2>
                <span>{me ? formatCount(me.postsCount) : null}</span>
              </div>
              {me ? <LazyPostUpdates source={source} readerId={me._id} /> : null}
              <PostList
                label={texts.profile.posts}
                posts={posts}
                readerId={me?._id}
                emptyText={texts.posts.noneOwn}
                OwnActions={DeletePostButton}
              />
            </section>
          </>
        ) : null}
      </div>
    </div>
  );
}

import '@kickoff/ui/lists.css';
import type { FriendProfile } from '@kickoff/contracts';
import { ErrorState, fillText, FormAlert, formatCount } from '@kickoff/ui';
import {
  addressOf,
  CallFailure,
  replaceAddress,
  useOwnProfile,
  usePageTitle,
  type PageProps,
} from '@kickoff/web';
import { useEffect, useState } from 'react';

import { ProfileUnavailable } from '../features/friends/ProfileUnavailable';
import { useFriendProfile } from '../features/friends/api/useFriendProfile';
import { FanMenu } from '../features/friends/FanMenu';
import { FollowButton } from '../features/friends/FollowButton';
import { postsOf } from '../features/posts/api/fan-posts';
import { usePostPages } from '../features/posts/api/post-pages';
import { LazyPostUpdates } from '../features/posts/LazyPostUpdates';
import { PostList } from '../features/posts/PostList';
import { ProfileHeader } from '../features/profile/ProfileHeader';
import { ProfileSkeleton } from '../features/profile/ProfileSkeleton';
import { useLiveFollowers } from '../relations/useLiveFollowers';
import { texts } from '../texts';

interface FriendProps {
  fan: FriendProfile;
  username: string;
  readerId: string | undefined;
}

function Friend({ fan, username, readerId }: FriendProps) {
  const source = postsOf(fan);
  const posts = usePostPages(source);
  const [fault, setFault] = useState<string>();
  return (
    <>
      <ProfileHeader fan={fan} isOwn={false}>
        <FollowButton fan={fan} address={username} onFault={setFault} />
        <FanMenu fan={fan} onFault={setFault} />
        {fan.muted ? (
          <p className="ko-hint" role="status">
            {fillText(texts.mute.mutedNote, fan)}
          </p>
        ) : null}
      </ProfileHeader>
      {fault === undefined ? null : <FormAlert kind="error" text={fault} />}
      <section className="ko-sheet ko-mt-3" aria-labelledby="fan-posts">
        <div className="ko-sheet__head">
          <h2 id="fan-posts" tabIndex={-1}>
            {texts.profile.posts}
          </h2>
          <span>{formatCount(fan.postsCount)}</span>
        </div>
        <LazyPostUpdates key={fan._id} source={source} readerId={readerId} />
        <PostList
          label={fillText(texts.posts.ofFan, fan)}
          posts={posts}
          readerId={readerId}
          emptyText={fillText(texts.posts.noneOfFan, fan)}
        />
      </section>
    </>
  );
}

/** Another fan's page. The reader's own name redirects to the own profile. */
export default function FriendProfilePage({ params }: PageProps) {
  useLiveFollowers();
  const { username = '' } = params;
  usePageTitle(username);
  const { data: me } = useOwnProfile();
  const { data: fan, error, isPending, refetch } = useFriendProfile(username);
  const isAbsent = fan === null || (error instanceof CallFailure && error.status === 404);
  const isOwn = me && (fan?._id === me._id || username.toLowerCase() === me.username.toLowerCase());
  useEffect(() => {
    if (isOwn) replaceAddress(addressOf('OwnProfile'));
  }, [isOwn]);

  if (isOwn) return null;
  if (fan && !isAbsent) {
    return (
      <div className="ko-page">
        <div className="ko-narrow">
          <Friend fan={fan} username={username} readerId={me?._id} />
        </div>
      </div>
    );
  }
  return (
    <div className="ko-page">
      <div className="ko-narrow">
        <h1 className="ko-sr">{username}</h1>
        {isPending ? <ProfileSkeleton /> : null}
        {error || fan === null ? (
          <section className="ko-sheet" aria-label={texts.profile.name}>
            {isAbsent ? (
              <ProfileUnavailable username={username} />
            ) : (
              <ErrorState text={texts.profile.failed} onRetry={() => void refetch()} />
            )}
          </section>
        ) : null}
      </div>
    </div>
  );
}

import type { FriendProfile, OwnProfile } from '@kickoff/contracts';
import { countInDigits, Icon, icons, PictureButton } from '@kickoff/ui';
import { pictureAddress } from '@kickoff/web';
import type { ReactNode } from 'react';

import { useClub } from './api/useTeams';
import { FavoriteFacts } from './FavoriteFacts';
import { PitchCover } from './PitchCover';

interface ProfileSheetProps {
  fan: OwnProfile | FriendProfile;
  isOwn: boolean;
  /** What can be done here. */
  children?: ReactNode;
}

/** Who a fan is. */
export function ProfileSheet({ fan, isOwn, children }: ProfileSheetProps) {
  const club = useClub(fan.fav_team1);
  const counts = [
    ['Friends', fan.friendsCount],
    ['Followers', fan.followersCount],
    ['Posts', fan.postsCount],
  ] as const;
  return (
    <section className="ko-sheet" aria-label={isOwn ? 'Profile' : `Profile of ${fan.username}`}>
      <PitchCover />
      <div className="ko-profile__main">
        <PictureButton
          fan={fan}
          picture={pictureAddress(fan)}
          large={pictureAddress(fan, 640)}
          size={112}
          {...(isOwn ? {} : { name: fan.username })}
        />
        <div className="ko-profile__id">
          <h1>{fan.username}</h1>
          <div className="ko-meta">
            {fan.email === undefined ? null : (
              <span>
                <Icon icon={icons.mail} size={16} />
                {fan.email}
              </span>
            )}
            {fan.phone === undefined ? null : (
              <span>
                <Icon icon={icons.phone} size={16} />
                {fan.phone}
              </span>
            )}
          </div>
        </div>
        <dl className="ko-counts">
          {counts.map(([name, count]) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd>{countInDigits(count)}</dd>
            </div>
          ))}
        </dl>
        {children === undefined ? null : (
          <div className="ko-row ko-mt-3" style={{ gridColumn: '1 / -1' }}>
            {children}
          </div>
        )}
      </div>
      <FavoriteFacts className="ko-favs" fan={fan} club={club} />
    </section>
  );
}

import type { FriendProfile, OwnProfile } from '@kickoff/contracts';
import { fillText, formatCount, Icon, icons, PictureButton, pluralText } from '@kickoff/ui';
import { pictureAddress } from '@kickoff/web';
import clsx from 'clsx';
import type { ReactNode } from 'react';

import { useClub } from '../../teams/useTeams';
import { texts } from '../../texts';
import { FavoriteFacts } from './FavoriteFacts';
import { PitchCover } from './PitchCover';
import styles from './ProfileHeader.module.css';

interface ProfileHeaderProps {
  fan: OwnProfile | FriendProfile;
  isOwn: boolean;
  /** Buttons of the header. */
  children?: ReactNode;
}

/** A fan's name, picture and cover. */
export function ProfileHeader({ fan, isOwn, children }: ProfileHeaderProps) {
  const club = useClub(fan.fav_team1);
  // Each with the heading of its list on the same page, where there is one.
  const counts = [
    {
      name: texts.profile.friends,
      count: fan.friendsCount,
      list: isOwn ? { href: '#friends-heading', text: texts.profile.friendsCount } : undefined,
    },
    { name: texts.profile.followers, count: fan.followersCount, list: undefined },
    {
      name: texts.profile.posts,
      count: fan.postsCount,
      list: { href: isOwn ? '#own-posts' : '#fan-posts', text: texts.profile.postsCount },
    },
  ];
  return (
    <section
      className="ko-sheet"
      aria-label={isOwn ? texts.profile.name : fillText(texts.profile.ofFan, fan)}
    >
      <PitchCover />
      <div className={styles.main}>
        <PictureButton
          fan={fan}
          picture={pictureAddress(fan)}
          large={pictureAddress(fan, 640)}
          size={112}
          {...(isOwn ? {} : { name: fan.username })}
        />
        <div className={styles.identity}>
          <h1>{fan.username}</h1>
          <div className={styles.contact}>
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
        <dl className={styles.counts}>
          {counts.map(({ name, count, list }) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd>
                {list === undefined ? (
                  formatCount(count)
                ) : (
                  <a
                    href={list.href}
                    aria-label={pluralText(list.text, count, { count: formatCount(count) })}
                  >
                    {formatCount(count)}
                  </a>
                )}
              </dd>
            </div>
          ))}
        </dl>
        {children === undefined ? null : (
          <div className={clsx('ko-row ko-mt-3', styles.actions)}>{children}</div>
        )}
      </div>
      <FavoriteFacts className={styles.favorites} fan={fan} club={club} isOwn={isOwn} />
    </section>
  );
}

import type { OwnProfile } from '@kickoff/contracts';
import { Icon, icons, PictureButton } from '@kickoff/ui';

import { FavoriteFacts } from './FavoriteFacts';
import { PitchCover } from './PitchCover';

/** Who the signed-in fan is. */
export function ProfileSheet({ fan }: { fan: OwnProfile }) {
  return (
    <section className="ko-sheet" aria-label="Profile">
      <PitchCover />
      <div className="ko-profile__main">
        <PictureButton fan={fan} size={112} />
        <div className="ko-profile__id">
          <h1>{fan.username}</h1>
          <div className="ko-meta">
            <span>
              <Icon icon={icons.mail} size={16} />
              {fan.email}
            </span>
            <span>
              <Icon icon={icons.phone} size={16} />
              {fan.phone}
            </span>
          </div>
        </div>
        <dl className="ko-counts">
          <div>
            <dt>Friends</dt>
            <dd>{fan.friendsCount.toLocaleString('en')}</dd>
          </div>
          <div>
            <dt>Posts</dt>
            <dd>{fan.postsCount.toLocaleString('en')}</dd>
          </div>
        </dl>
      </div>
      <FavoriteFacts className="ko-favs" fan={fan} />
    </section>
  );
}

import clsx from 'clsx';

import { texts } from '../../texts';
import { PitchCover } from './PitchCover';
import styles from './ProfileHeader.module.css';

/** Placeholder while the profile loads. */
export function ProfileSkeleton() {
  return (
    <section className="ko-sheet" aria-label={texts.profile.name}>
      <PitchCover />
      <div className={styles.main}>
        <span className="ko-pic">
          <span className={clsx('ko-sk ko-av ko-av--112', styles.picture)} />
        </span>
        <p className={styles.identity} role="status">
          {texts.profile.loading}
        </p>
      </div>
    </section>
  );
}

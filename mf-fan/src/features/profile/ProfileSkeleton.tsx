import { PitchCover } from './PitchCover';

/** Stands where the profile is on its way. */
export function ProfileSkeleton() {
  return (
    <section className="ko-sheet" aria-label="Profile">
      <PitchCover />
      <div className="ko-profile__main">
        <span className="ko-pic">
          <span className="ko-sk ko-av ko-av--112" style={{ borderRadius: '50%' }} />
        </span>
        <p className="ko-profile__id" role="status">
          Loading...
        </p>
      </div>
    </section>
  );
}

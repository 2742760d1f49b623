import { Logo } from '@kickoff/ui';

import { PostShapes } from './PostShapes';

/** What a fan sees of any page before its scripts have come: the bar, and the shape of posts. */
export function FirstSight() {
  return (
    <>
      <header className="ko-top">
        <div className="ko-top__in">
          <span className="ko-logo">
            <Logo label="KickOff" />
          </span>
        </div>
      </header>
      <main aria-busy="true">
        <PostShapes />
      </main>
    </>
  );
}

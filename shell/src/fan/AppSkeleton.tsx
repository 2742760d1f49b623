import { Logo } from '@kickoff/ui';

import { texts } from '../texts';
import { FeedSkeleton } from './FeedSkeleton';

/** Shown before any page's scripts have loaded: the top bar and a feed skeleton. */
export function AppSkeleton() {
  return (
    <>
      <header className="ko-top">
        <div className="ko-top__in">
          <span className="ko-logo">
            <Logo label={texts.layout.name} />
          </span>
        </div>
      </header>
      <main aria-busy="true">
        <FeedSkeleton />
      </main>
    </>
  );
}

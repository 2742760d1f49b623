import { useEffect, useState, type ReactNode } from 'react';

/** Shorter waits than this show nothing: a flash is worse than a pause. */
const QUIET_MS = 150;

/** A wait. Its children are skeletons (`ko-sk`) in the shape of what is coming. */
export function Loading({ children }: { children?: ReactNode }) {
  const [isShown, setShown] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setShown(true), QUIET_MS);
    return () => clearTimeout(timer);
  }, []);
  return (
    <div role="status">
      <span className="ko-sr">Loading...</span>
      {isShown ? children : null}
    </div>
  );
}

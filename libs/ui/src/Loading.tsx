import { useEffect, useState, type ReactNode } from 'react';

/** Shorter waits than this show nothing: a flash is worse than a pause. */
const QUIET_MS = 150;

interface LoadingProps {
  /** Skeletons (`ko-sk`) in the shape of what is coming. */
  children?: ReactNode;
  /** Keeps their room from the first moment, so that nothing below is pushed away. */
  holdsPlace?: boolean;
}

/** A wait. */
export function Loading({ children, holdsPlace = false }: LoadingProps) {
  const [isShown, setShown] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setShown(true), QUIET_MS);
    return () => clearTimeout(timer);
  }, []);
  return (
    <div role="status">
      <span className="ko-sr">Loading...</span>
      {isShown ? children : null}
      {holdsPlace && !isShown ? <div style={{ visibility: 'hidden' }}>{children}</div> : null}
    </div>
  );
}

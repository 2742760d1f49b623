import { useEffect, useState, type ReactNode } from 'react';

import { texts } from './texts';

/** Shorter waits show nothing, because a flash is worse than a pause. */
const QUIET_MS = 150;

interface LoadingProps {
  /** Skeletons (`ko-sk`) in the shape of the content. */
  children?: ReactNode;
  /** Reserves the skeletons' height from the first render, so that nothing below shifts. */
  holdsPlace?: boolean;
}

/** Loading indicator. */
export function Loading({ children, holdsPlace = false }: LoadingProps) {
  const [isShown, setShown] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setShown(true), QUIET_MS);
    return () => clearTimeout(timer);
  }, []);
  return (
    <div role="status">
      <span className="ko-sr">{texts.loading.label}</span>
      {isShown ? children : null}
      {holdsPlace && !isShown ? <div className="ko-invisible">{children}</div> : null}
    </div>
  );
}

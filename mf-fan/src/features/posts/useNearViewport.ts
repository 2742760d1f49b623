import { useEffect, useRef } from 'react';

/**
 * Calls back when the returned ref's element comes near the viewport.
 *
 * @param ahead margin of the viewport, as CSS
 */
export function useNearViewport(ahead: string, onNear: (() => void) | undefined) {
  const mark = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const target = mark.current;
    if (!target || !onNear) return undefined;
    const observer = new IntersectionObserver(
      (entries) => {
        if (entries.some(({ isIntersecting }) => isIntersecting)) onNear();
      },
      { rootMargin: ahead },
    );
    observer.observe(target);
    return () => observer.disconnect();
  }, [ahead, onNear]);
  return mark;
}

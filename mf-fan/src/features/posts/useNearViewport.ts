import { useEffect, useRef } from 'react';

/** Desktops only; on phones the reader decides by the button. */
const DESKTOP = '(min-width: 960px) and (hover: hover)';
/** Loads the next page two screens before the end. */
const AHEAD = '200% 0px';

/** Calls back when the returned ref's element is near the viewport, on desktops only. */
export function useNearEnd<Element extends HTMLElement>(onNear: (() => void) | undefined) {
  const mark = useRef<Element>(null);
  useEffect(() => {
    const target = mark.current;
    if (!target || !onNear || !matchMedia(DESKTOP).matches) return undefined;
    const observer = new IntersectionObserver(
      (entries) => {
        if (entries.some(({ isIntersecting }) => isIntersecting)) onNear();
      },
      { rootMargin: AHEAD },
    );
    observer.observe(target);
    return () => observer.disconnect();
  }, [onNear]);
  return mark;
}

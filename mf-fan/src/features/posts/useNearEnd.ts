import { useEffect, useRef } from 'react';

/** Where reading on means scrolling; a phone's reader decides by the button. */
const DESKTOP = '(min-width: 960px) and (hover: hover)';
/** How far before its end the list goes on: two screens. */
const AHEAD = '200% 0px';

/** Calls when the marked place comes near the screen, on desktops only. */
export function useNearEnd<Element extends HTMLElement>(onNear: (() => void) | undefined) {
  const mark = useRef<Element>(null);
  useEffect(() => {
    const place = mark.current;
    if (!place || !onNear || !matchMedia(DESKTOP).matches) return undefined;
    const observer = new IntersectionObserver(
      (entries) => {
        if (entries.some(({ isIntersecting }) => isIntersecting)) onNear();
      },
      { rootMargin: AHEAD },
    );
    observer.observe(place);
    return () => observer.disconnect();
  }, [onNear]);
  return mark;
}

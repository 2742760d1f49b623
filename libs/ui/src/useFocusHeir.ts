import { useLayoutEffect, useRef, type RefObject } from 'react';

/**
 * For what may go while the focus is in it: the focus is handed on to the heir,
 * or else to the nearest place around it that takes one (`tabIndex={-1}`), not
 * to the body.
 */
export function useFocusHeir<Element extends HTMLElement>(
  heir?: RefObject<HTMLElement>,
): RefObject<Element> {
  const place = useRef<Element>(null);
  useLayoutEffect(() => {
    const shown = place.current;
    const chosen = heir?.current;
    return () => {
      if (!shown?.contains(document.activeElement)) return;
      const around = shown.parentElement?.closest<HTMLElement>('[tabindex="-1"]');
      (chosen ?? around)?.focus({ preventScroll: true });
    };
  }, [heir]);
  return place;
}

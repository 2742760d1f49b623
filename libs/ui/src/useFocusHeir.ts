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
  const left = useRef<HTMLElement>();
  useLayoutEffect(() => {
    const shown = place.current;
    const chosen = heir?.current;
    // React's strict mode leaves once without going.
    if (left.current?.isConnected) left.current.focus({ preventScroll: true });
    left.current = undefined;
    return () => {
      const { activeElement } = document;
      if (!shown?.contains(activeElement)) return;
      if (activeElement instanceof HTMLElement) left.current = activeElement;
      const around = shown.parentElement?.closest<HTMLElement>('[tabindex="-1"]');
      (chosen ?? around)?.focus({ preventScroll: true });
    };
  }, [heir]);
  return place;
}

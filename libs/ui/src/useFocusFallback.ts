import { useLayoutEffect, useRef, type RefObject } from 'react';

/**
 * When this element unmounts with the focus inside, focuses `fallback`, or else the nearest
 * ancestor with `tabIndex={-1}`, so that the focus does not drop to the body.
 */
export function useFocusFallback<Element extends HTMLElement>(
  fallback?: RefObject<HTMLElement | null>,
): RefObject<Element | null> {
  const element = useRef<Element>(null);
  const left = useRef<HTMLElement>(undefined);
  useLayoutEffect(() => {
    const shown = element.current;
    const chosen = fallback?.current;
    // Strict mode runs the cleanup once while the element stays mounted.
    left.current?.focus({ preventScroll: true });
    left.current = undefined;
    return () => {
      const { activeElement } = document;
      if (!shown?.contains(activeElement)) return;
      if (activeElement instanceof HTMLElement) left.current = activeElement;
      // An open modal would retain the focus.
      shown.querySelector('dialog')?.close();
      const around = shown.parentElement?.closest<HTMLElement>('[tabindex="-1"]');
      (chosen ?? around)?.focus({ preventScroll: true });
    };
  }, [fallback]);
  return element;
}

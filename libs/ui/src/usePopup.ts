import { useEffect, useRef, type RefObject } from 'react';

export interface PopupProps {
  /** The button that opened it: no part of the outside, and gets the focus back. */
  opener: RefObject<HTMLElement>;
  onClose: () => void;
}

/** What stands above it is behind the top bar. */
const TOP_PX = 60;

/** A popup that opens upwards hangs down instead where there is no room for it. */
function place(shown: HTMLElement): void {
  delete shown.dataset['hangs'];
  if (shown.getBoundingClientRect().top < TOP_PX) shown.dataset['hangs'] = '';
  // Not known to jsdom, and to no purpose there.
  if ('scrollIntoView' in shown) shown.scrollIntoView({ block: 'nearest' });
}

/**
 * What every popup does: takes the focus, stands where it can be seen, also
 * when it grows, and closes by a press outside, by Escape and when the focus
 * goes elsewhere.
 */
export function usePopup<Element extends HTMLElement>({ opener, onClose }: PopupProps) {
  const popup = useRef<Element>(null);
  const close = useRef(onClose);
  useEffect(() => {
    close.current = onClose;
  });

  useEffect(() => {
    const shown = popup.current;
    const button = opener.current;
    if (!shown) return undefined;
    const isOutside = (target: EventTarget | null) =>
      target instanceof Node && !shown.contains(target) && !button?.contains(target);
    const onPress = ({ target }: PointerEvent) => {
      if (isOutside(target)) close.current();
    };
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== 'Escape') return;
      // The popup alone: what lies below it stays.
      event.stopPropagation();
      event.preventDefault();
      button?.focus();
      close.current();
    };
    const onFocusOut = ({ relatedTarget }: FocusEvent) => {
      if (isOutside(relatedTarget)) close.current();
    };
    const first = shown.querySelector<HTMLElement>('[data-first], [role=menuitem]') ?? shown;
    first.focus({ preventScroll: true });
    place(shown);
    const sizes = new ResizeObserver(() => place(shown));
    sizes.observe(shown);
    document.addEventListener('pointerdown', onPress);
    // Wherever the focus is: what had it in the popup may have gone.
    document.addEventListener('keydown', onKey, { capture: true });
    shown.addEventListener('focusout', onFocusOut);
    return () => {
      sizes.disconnect();
      document.removeEventListener('pointerdown', onPress);
      document.removeEventListener('keydown', onKey, { capture: true });
      shown.removeEventListener('focusout', onFocusOut);
    };
  }, [opener]);
  return popup;
}

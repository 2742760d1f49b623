import { useEffect, useRef, type RefObject } from 'react';

export interface PopupProps {
  /** The button that opened it: no part of the outside, and gets the focus back. */
  opener: RefObject<HTMLElement>;
  onClose: () => void;
}

/**
 * What every popup does: takes the focus, scrolls into view, and closes by a
 * press outside, by Escape and when the focus goes elsewhere.
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
    // Not known to jsdom, and to no purpose there.
    if ('scrollIntoView' in shown) shown.scrollIntoView({ block: 'nearest' });
    document.addEventListener('pointerdown', onPress);
    shown.addEventListener('keydown', onKey);
    button?.addEventListener('keydown', onKey);
    shown.addEventListener('focusout', onFocusOut);
    return () => {
      document.removeEventListener('pointerdown', onPress);
      shown.removeEventListener('keydown', onKey);
      button?.removeEventListener('keydown', onKey);
      shown.removeEventListener('focusout', onFocusOut);
    };
  }, [opener]);
  return popup;
}

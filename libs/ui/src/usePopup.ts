import { useEffect, useRef, type RefObject } from 'react';

export interface PopupProps {
  /** The button that opened the popup: a press on it is not outside, and it is focused on close. */
  opener: RefObject<HTMLElement | null>;
  onClose: () => void;
}

/** Height of the top bar, which covers what is above this line. */
const TOP_PX = 60;

/** Flips a popup that opens upwards if there is no space above. */
function setPosition(shown: HTMLElement): void {
  delete shown.dataset['hangs'];
  if (shown.getBoundingClientRect().top < TOP_PX) shown.dataset['hangs'] = '';
  // jsdom has no `scrollIntoView`.
  if ('scrollIntoView' in shown) shown.scrollIntoView({ block: 'nearest' });
}

/**
 * Behaviour of every popup: takes the focus, scrolls into view, also when it grows, and closes on a
 * press outside, on Escape and when the focus leaves.
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
      // Escape closes only this popup, not the dialog below it.
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
    setPosition(shown);
    const sizes = new ResizeObserver(() => setPosition(shown));
    sizes.observe(shown);
    document.addEventListener('pointerdown', onPress);
    // On the document: the popup's focused element may be unmounted.
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

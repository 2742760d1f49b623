import { useEffect, useRef, useState, type MouseEvent, type PointerEvent } from 'react';

/** A shorter press is a tap. */
const HOLD_MS = 250;

/** Reports whether a story is held: pressed for longer than a tap, on an element with `data-hold`. */
export function useHoldToPause() {
  const [isHeld, setHeld] = useState(false);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const wasHeld = useRef(false);
  useEffect(() => () => clearTimeout(timer.current), []);

  const release = () => {
    clearTimeout(timer.current);
    setHeld(false);
  };
  const holdProps = {
    onPointerDown: ({ target }: PointerEvent) => {
      wasHeld.current = false;
      if (!(target instanceof Element) || !target.closest('[data-hold]')) return;
      clearTimeout(timer.current);
      timer.current = setTimeout(() => {
        wasHeld.current = true;
        setHeld(true);
      }, HOLD_MS);
    },
    onPointerUp: release,
    onPointerCancel: release,
    onPointerLeave: release,
    onClickCapture: (event: MouseEvent) => {
      // The end of a hold is no tap on what lies under the finger.
      if (wasHeld.current) event.stopPropagation();
      wasHeld.current = false;
    },
  };
  return { isHeld, holdProps };
}

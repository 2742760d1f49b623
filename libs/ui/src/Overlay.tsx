import { useLayoutEffect, useRef, useState, type DialogHTMLAttributes } from 'react';

interface OverlayProps extends DialogHTMLAttributes<HTMLDialogElement> {
  /** Asked to leave by Escape. It stays until it is no longer drawn. */
  onLeave: () => void;
}

/** Lies over the page: keeps the focus inside, and gives it back when it goes. */
export function Overlay({ onLeave, className, ...rest }: OverlayProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  // Remembered before anything in the dialog takes the focus, which a browser would go back to.
  const [opener] = useState(() => document.activeElement);
  const left = useRef<HTMLElement>();
  useLayoutEffect(() => {
    const shown = dialog.current;
    shown?.showModal();
    // A browser would begin with the first thing that takes the focus.
    (left.current ?? shown?.querySelector<HTMLElement>('[data-first]'))?.focus();
    return () => {
      const before = document.activeElement;
      // React's strict mode leaves once without going: what had the focus gets it back then.
      if (before instanceof HTMLElement && shown?.contains(before)) left.current = before;
      shown?.close();
      const { activeElement } = document;
      if (activeElement !== document.body && !shown?.contains(activeElement)) return;
      const around = shown?.parentElement?.closest('[tabindex="-1"]');
      const heir = opener?.isConnected ? opener : around;
      if (heir instanceof HTMLElement) heir.focus({ preventScroll: true });
    };
  }, [opener]);
  return (
    <dialog
      {...rest}
      className={className ? `ko-overlay ${className}` : 'ko-overlay'}
      ref={dialog}
      onCancel={(event) => {
        event.preventDefault();
        onLeave();
      }}
      onClose={() => {
        const shown = dialog.current;
        if (!shown || shown.open) return;
        // Asked twice in a row, a browser closes it by itself: what is still busy in it would be out of sight.
        shown.showModal();
        onLeave();
      }}
    />
  );
}

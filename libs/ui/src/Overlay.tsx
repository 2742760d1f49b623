import { useLayoutEffect, useRef, useState, type DialogHTMLAttributes } from 'react';

/** A write that a dialog has confirmed may remove its opener within this time after it closes. */
const REMOVAL_MS = 100;

interface OverlayProps extends DialogHTMLAttributes<HTMLDialogElement> {
  /** Called on Escape. The overlay stays open until it is unmounted. */
  onLeave: () => void;
}

/** A modal over the page. Traps the focus and returns it on unmount. */
export function Overlay({ onLeave, className, ...rest }: OverlayProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  // Read before the dialog takes the focus: this element gets it back.
  const [opener] = useState(() => document.activeElement);
  const left = useRef<HTMLElement>(undefined);
  useLayoutEffect(() => {
    const shown = dialog.current;
    shown?.showModal();
    // Overrides the browser, which would focus the first focusable element.
    (left.current ?? shown?.querySelector<HTMLElement>('[data-first]'))?.focus();
    return () => {
      const before = document.activeElement;
      // Strict mode runs this cleanup while mounted; the focus then goes back to this element.
      if (before instanceof HTMLElement && shown?.contains(before)) left.current = before;
      shown?.close();
      const around = shown?.parentElement?.closest('[tabindex="-1"]');
      const returnFocus = () => {
        const { activeElement } = document;
        if (activeElement !== document.body && !shown?.contains(activeElement)) return;
        const fallback = opener?.isConnected ? opener : around;
        if (fallback instanceof HTMLElement) fallback.focus({ preventScroll: true });
      };
      returnFocus();
      setTimeout(() => {
        // Strict mode runs this cleanup while mounted.
        if (!shown?.isConnected) returnFocus();
      }, REMOVAL_MS);
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
        // A second Escape in a row closes a dialog natively, even while it is busy.
        shown.showModal();
        onLeave();
      }}
    />
  );
}

/** A short message over the page. Successes expire, errors stay until dismissed. */
export interface Toast {
  kind: 'ok' | 'error';
  text: string;
  /** Reverses what the text reports; shown as a button. */
  undo?: () => void;
}

declare global {
  interface WindowEventMap {
    'kickoff:toast': CustomEvent<Toast>;
    'kickoff:toast-over': CustomEvent<Toast>;
  }
}

/** Shows a toast. Returns a function that removes it, for an error that has been resolved. */
export function raiseToast(toast: Toast): () => void {
  window.dispatchEvent(new CustomEvent('kickoff:toast', { detail: toast }));
  return () => window.dispatchEvent(new CustomEvent('kickoff:toast-over', { detail: toast }));
}

/** Subscribes to added and removed toasts; returns the unsubscribe function. */
export function onToast(come: (toast: Toast) => void, go: (toast: Toast) => void): () => void {
  const showToast = ({ detail }: CustomEvent<Toast>) => come(detail);
  const hideToast = ({ detail }: CustomEvent<Toast>) => go(detail);
  window.addEventListener('kickoff:toast', showToast);
  window.addEventListener('kickoff:toast-over', hideToast);
  return () => {
    window.removeEventListener('kickoff:toast', showToast);
    window.removeEventListener('kickoff:toast-over', hideToast);
  };
}

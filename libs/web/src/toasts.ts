/** A short message over the page: a success leaves by itself, an error stays until dismissed. */
export interface Toast {
  kind: 'ok' | 'error';
  text: string;
}

declare global {
  interface WindowEventMap {
    'kickoff:toast': CustomEvent<Toast>;
    'kickoff:toast-over': CustomEvent<Toast>;
  }
}

/**
 * Shows a message in the one toast region, from wherever it comes. Returns how
 * to take it back, for a failure that has been put right.
 */
export function raiseToast(toast: Toast): () => void {
  window.dispatchEvent(new CustomEvent('kickoff:toast', { detail: toast }));
  return () => window.dispatchEvent(new CustomEvent('kickoff:toast-over', { detail: toast }));
}

/** Hears every toast that comes or is taken back; returns how to stop. */
export function onToast(come: (toast: Toast) => void, go: (toast: Toast) => void): () => void {
  const hearCome = ({ detail }: CustomEvent<Toast>) => come(detail);
  const hearGo = ({ detail }: CustomEvent<Toast>) => go(detail);
  window.addEventListener('kickoff:toast', hearCome);
  window.addEventListener('kickoff:toast-over', hearGo);
  return () => {
    window.removeEventListener('kickoff:toast', hearCome);
    window.removeEventListener('kickoff:toast-over', hearGo);
  };
}

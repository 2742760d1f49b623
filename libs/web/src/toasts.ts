/** A short message over the page: a success leaves by itself, an error stays until dismissed. */
export interface Toast {
  kind: 'ok' | 'error';
  text: string;
}

const EVENT = 'kickoff:toast';

declare global {
  interface WindowEventMap {
    'kickoff:toast': CustomEvent<Toast>;
  }
}

/** Shows a message in the one toast region, from wherever it comes. */
export function raiseToast(toast: Toast): void {
  window.dispatchEvent(new CustomEvent(EVENT, { detail: toast }));
}

/** Hears every toast; returns how to stop. */
export function onToast(listener: (toast: Toast) => void): () => void {
  const hear = ({ detail }: CustomEvent<Toast>) => listener(detail);
  window.addEventListener(EVENT, hear);
  return () => window.removeEventListener(EVENT, hear);
}

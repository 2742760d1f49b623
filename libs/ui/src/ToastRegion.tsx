import { useEffect, useState } from 'react';

import { type ShownToast, type Toast, Toasts } from './Toasts';

const MOST_AT_ONCE = 3;
/** How long a success is shown. An error stays until it is dismissed or removed. */
const SUCCESS_MS = 5_000;
/** The same for a success that can be undone. */
const UNDO_MS = 10_000;

interface RaisedToast extends ShownToast {
  raised: Toast;
}

let lastKey = 0;

interface ToastRegionProps {
  /** Calls back for each added and removed toast; returns the unsubscribe function. */
  subscribe: (onAdd: (toast: Toast) => void, onRemove: (toast: Toast) => void) => () => void;
}

/** Renders the toasts of the whole application. */
export function ToastRegion({ subscribe }: ToastRegionProps) {
  const [toasts, setToasts] = useState<RaisedToast[]>([]);
  const [isReading, setReading] = useState(false);
  const dismiss = (key: number) => {
    setToasts((present) => present.filter((toast) => toast.key !== key));
    // A toast removed under the pointer or with the focus fires no leave event.
    setReading(false);
  };

  useEffect(
    () =>
      subscribe(
        (raised) => {
          lastKey += 1;
          const shown = { ...raised, key: lastKey, raised };
          setToasts((present) => [...present, shown].slice(-MOST_AT_ONCE));
        },
        (over) => setToasts((present) => present.filter(({ raised }) => raised !== over)),
      ),
    [subscribe],
  );

  const oldestSuccess = toasts.find(({ kind }) => kind === 'ok');
  useEffect(() => {
    if (oldestSuccess === undefined || isReading) return undefined;
    const { key, undo } = oldestSuccess;
    const timer = setTimeout(() => dismiss(key), undo ? UNDO_MS : SUCCESS_MS);
    return () => clearTimeout(timer);
  }, [oldestSuccess, isReading]);

  return <Toasts toasts={toasts} onDismiss={dismiss} onReading={setReading} />;
}

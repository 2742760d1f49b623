import { Toasts, type ShownToast } from '@kickoff/ui';
import { onToast } from '@kickoff/web';
import { useEffect, useState } from 'react';

const MOST_AT_ONCE = 3;
/** How long a success stays. An error stays until it is dismissed. */
const SUCCESS_MS = 5_000;

let lastKey = 0;

/** Shows the messages that any part of the application raises. */
export function ToastRegion() {
  const [toasts, setToasts] = useState<ShownToast[]>([]);
  const [isReading, setReading] = useState(false);
  const dismiss = (key: number) =>
    setToasts((present) => present.filter((toast) => toast.key !== key));

  useEffect(
    () =>
      onToast((toast) => {
        lastKey += 1;
        const shown = { ...toast, key: lastKey };
        setToasts((present) => [...present, shown].slice(-MOST_AT_ONCE));
      }),
    [],
  );

  const oldestSuccess = toasts.find(({ kind }) => kind === 'ok')?.key;
  useEffect(() => {
    if (oldestSuccess === undefined || isReading) return undefined;
    const timer = setTimeout(() => dismiss(oldestSuccess), SUCCESS_MS);
    return () => clearTimeout(timer);
  }, [oldestSuccess, isReading]);

  return <Toasts toasts={toasts} onDismiss={dismiss} onReading={setReading} />;
}

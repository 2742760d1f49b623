import { Toasts, type ShownToast } from '@kickoff/ui';
import { onToast, type Toast } from '@kickoff/web';
import { useEffect, useState } from 'react';

const MOST_AT_ONCE = 3;
/** How long a success stays. An error stays until it is dismissed or taken back. */
const SUCCESS_MS = 5_000;

interface RaisedToast extends ShownToast {
  raised: Toast;
}

let lastKey = 0;

/** Shows the messages that any part of the application raises. */
export function ToastRegion() {
  const [toasts, setToasts] = useState<RaisedToast[]>([]);
  const [isReading, setReading] = useState(false);
  const dismiss = (key: number) => {
    setToasts((present) => present.filter((toast) => toast.key !== key));
    // What left under the pointer or with the focus never says that the reading is over.
    setReading(false);
  };

  useEffect(
    () =>
      onToast(
        (raised) => {
          lastKey += 1;
          const shown = { ...raised, key: lastKey, raised };
          setToasts((present) => [...present, shown].slice(-MOST_AT_ONCE));
        },
        (over) => setToasts((present) => present.filter(({ raised }) => raised !== over)),
      ),
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

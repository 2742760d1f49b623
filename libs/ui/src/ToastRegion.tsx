import { useEffect, useState } from 'react';

import { Icon } from './Icon';
import * as icons from './icons';
import { texts } from './texts';

export interface Toast {
  kind: 'ok' | 'error';
  text: string;
  /** Reverses what the text reports; shown as a button. */
  undo?: () => void;
}

interface ShownToast {
  key: number;
  toast: Toast;
  /** What had the focus when it was added. */
  focused: HTMLElement | null;
}

const MOST_AT_ONCE = 3;
/** How long a success is shown. An error stays until it is dismissed or removed. */
const SUCCESS_MS = 5_000;
/** The same for a success that can be undone. */
const UNDO_MS = 10_000;

let lastKey = 0;

interface ToastRegionProps {
  /** Calls back for each added and removed toast; returns the unsubscribe function. */
  subscribe: (onAdd: (toast: Toast) => void, onRemove: (toast: Toast) => void) => () => void;
}

/** The one region for toasts, those of the whole application. */
export function ToastRegion({ subscribe }: ToastRegionProps) {
  const [toasts, setToasts] = useState<ShownToast[]>([]);
  // The pointer or the focus is inside: no toast may expire.
  const [isReading, setReading] = useState(false);
  const handleReading = () => setReading(true);
  const handleLeft = () => setReading(false);
  const remove = (over: Toast) => {
    setToasts((present) => present.filter(({ toast }) => toast !== over));
    // A toast removed under the pointer or with the focus fires no leave event.
    handleLeft();
  };

  useEffect(
    () =>
      subscribe((toast) => {
        lastKey += 1;
        const focused = document.querySelector<HTMLElement>(':focus');
        const shown = { key: lastKey, toast, focused };
        setToasts((present) => [...present, shown].slice(-MOST_AT_ONCE));
      }, remove),
    [subscribe],
  );

  const oldestSuccess = toasts.find(({ toast }) => toast.kind === 'ok')?.toast;
  useEffect(() => {
    if (oldestSuccess === undefined || isReading) return undefined;
    const ms = oldestSuccess.undo ? UNDO_MS : SUCCESS_MS;
    const timer = setTimeout(() => remove(oldestSuccess), ms);
    return () => clearTimeout(timer);
  }, [oldestSuccess, isReading]);

  return (
    <div
      className="ko-toasts"
      role="region"
      aria-label={texts.toasts.label}
      onMouseEnter={handleReading}
      onMouseLeave={handleLeft}
      onFocus={handleReading}
      onBlur={handleLeft}
    >
      {toasts.map(({ key, toast, focused }) => {
        const { kind, text, undo } = toast;
        const icon = kind === 'ok' ? icons.circleCheck : icons.circleAlert;
        const dismiss = () => {
          remove(toast);
          const place = focused?.isConnected ? focused : document.getElementById('main');
          place?.focus({ preventScroll: true });
        };
        return (
          <div
            key={key}
            className={`ko-toast ko-toast--${kind}`}
            role={kind === 'ok' ? 'status' : 'alert'}
          >
            <Icon icon={icon} />
            <span>{text}</span>
            {undo ? (
              <button
                className="ko-btn ko-btn--soft ko-btn--sm"
                type="button"
                onClick={() => {
                  dismiss();
                  undo();
                }}
              >
                {texts.toasts.undo}
              </button>
            ) : null}
            <button
              className="ko-icbtn ko-icbtn--sm"
              type="button"
              aria-label={texts.toasts.dismiss}
              onClick={dismiss}
            >
              <Icon icon={icons.x} size={16} />
            </button>
          </div>
        );
      })}
    </div>
  );
}

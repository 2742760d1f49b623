import { CircleAlertIcon, CircleCheckIcon, XIcon } from './icons';

export interface ShownToast {
  key: number;
  kind: 'ok' | 'error';
  text: string;
}

interface ToastsProps {
  toasts: ShownToast[];
  onDismiss: (key: number) => void;
  /** The person is reading: nothing may leave by itself meanwhile. */
  onReading: (isReading: boolean) => void;
}

/** The one region for short messages. */
export function Toasts({ toasts, onDismiss, onReading }: ToastsProps) {
  return (
    <div
      className="ko-toasts"
      role="region"
      aria-label="Messages"
      onMouseEnter={() => onReading(true)}
      onMouseLeave={() => onReading(false)}
      onFocus={() => onReading(true)}
      onBlur={() => onReading(false)}
    >
      {toasts.map(({ key, kind, text }) => {
        const Icon = kind === 'ok' ? CircleCheckIcon : CircleAlertIcon;
        return (
          <div
            key={key}
            className={`ko-toast ko-toast--${kind}`}
            role={kind === 'ok' ? 'status' : 'alert'}
          >
            <Icon className="ko-i" />
            <span>{text}</span>
            <button
              className="ko-icbtn ko-icbtn--sm"
              type="button"
              aria-label="Dismiss message"
              onClick={() => onDismiss(key)}
            >
              <XIcon className="ko-i ko-i--16" />
            </button>
          </div>
        );
      })}
    </div>
  );
}

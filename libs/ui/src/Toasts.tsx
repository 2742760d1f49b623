import { Icon } from './Icon';
import * as icons from './icons';
import { texts } from './texts';

export interface Toast {
  kind: 'ok' | 'error';
  text: string;
  /** Reverses what the text reports; shown as a button. */
  undo?: () => void;
}

export interface ShownToast extends Toast {
  key: number;
}

interface ToastsProps {
  toasts: ShownToast[];
  onDismiss: (key: number) => void;
  /** The pointer or the focus is inside: no toast may expire. */
  onReading: (isReading: boolean) => void;
}

/** The one region for toasts. */
export function Toasts({ toasts, onDismiss, onReading }: ToastsProps) {
  return (
    <div
      className="ko-toasts"
      role="region"
      aria-label={texts.toasts.label}
      onMouseEnter={() => onReading(true)}
      onMouseLeave={() => onReading(false)}
      onFocus={() => onReading(true)}
      onBlur={() => onReading(false)}
    >
      {toasts.map(({ key, kind, text, undo }) => {
        const icon = kind === 'ok' ? icons.circleCheck : icons.circleAlert;
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
                  onDismiss(key);
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
              onClick={() => onDismiss(key)}
            >
              <Icon icon={icons.x} size={16} />
            </button>
          </div>
        );
      })}
    </div>
  );
}

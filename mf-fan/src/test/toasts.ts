import { onToast, type Toast } from '@kickoff/web';
import { afterEach, beforeEach } from '@jest/globals';

/** Collects the toasts of each test; without those that were removed if `isShown`. */
export function collectedToasts({ isShown = false } = {}): readonly Toast[] {
  const toasts: Toast[] = [];
  let stop: () => void;
  beforeEach(() => {
    toasts.length = 0;
    stop = onToast(
      (toast) => toasts.push(toast),
      (toast) => {
        if (isShown) toasts.splice(toasts.indexOf(toast), 1);
      },
    );
  });
  afterEach(() => stop());
  return toasts;
}

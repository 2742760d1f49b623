import { onToast, type Toast } from '@kickoff/web';
import { afterEach, beforeEach } from '@jest/globals';

/** Collects the toasts of each test. */
export function heardToasts(): readonly Toast[] {
  const toasts: Toast[] = [];
  let stop: () => void;
  beforeEach(() => {
    toasts.length = 0;
    stop = onToast(
      (toast) => toasts.push(toast),
      () => undefined,
    );
  });
  afterEach(() => stop());
  return toasts;
}

import { onToast, type Toast } from '@kickoff/web';
import { afterEach, beforeEach } from '@jest/globals';

/** What the person is told in passing, in each test of a file anew. */
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

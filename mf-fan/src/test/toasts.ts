import { onToast, type Toast } from '@kickoff/web';

/** Hears what the person is told in passing, until it is stopped. */
export function heardToasts() {
  const toasts: Toast[] = [];
  const stop = onToast(
    (toast) => toasts.push(toast),
    () => undefined,
  );
  return { toasts, stop };
}

import { useEffect } from 'react';

/** How long 'Saved' is shown. */
const SAVED_MS = 5_000;

/** Returns whether the last change of a setting was just saved. */
export function useSavedNotice(saving: { isSuccess: boolean; reset: () => void }): boolean {
  const { isSuccess, reset } = saving;
  useEffect(() => {
    if (!isSuccess) return undefined;
    const timer = setTimeout(reset, SAVED_MS);
    return () => clearTimeout(timer);
  }, [isSuccess, reset]);
  return isSuccess;
}

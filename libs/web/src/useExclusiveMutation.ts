import { useMutation, type UseMutationOptions } from '@tanstack/react-query';
import { useRef } from 'react';

/** A write of a form or a button. */
export interface ExclusiveMutation<Variables> {
  isPending: boolean;
  /** Why the last run failed. */
  error: Error | null;
  /** Those of the last run. */
  variables: Variables | undefined;
  mutate: (variables: Variables) => void;
  /** Removes the result of the last run. */
  reset: () => void;
}

/**
 * The query library's `useMutation` for a form or a button: `mutate` and `reset` do nothing while the
 * write runs. The library renders `isPending` by a timer, too late for a second press in that time.
 */
export function useExclusiveMutation<Answer = unknown, Variables = void>(
  options: UseMutationOptions<Answer, Error, Variables>,
): ExclusiveMutation<Variables> {
  const isRunning = useRef(false);
  const { mutateAsync, reset, isPending, error, variables } = useMutation(options);
  return {
    isPending,
    error,
    variables,
    mutate: (given) => {
      if (isRunning.current) return;
      isRunning.current = true;
      const end = () => {
        isRunning.current = false;
      };
      mutateAsync(given).then(end, end);
    },
    reset: () => {
      if (!isRunning.current) reset();
    },
  };
}

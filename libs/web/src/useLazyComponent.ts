import { NETWORK_FAILURE } from '@kickoff/contracts';
import { useEffect, useRef, useState, type ComponentType } from 'react';

import { raiseToast } from './toasts';

export type ComponentLoader<Props> = () => Promise<{ default: ComponentType<Props> }>;

/**
 * Loads a component on demand. `Component` is defined while it is open; a failed load shows a
 * toast until the next `open`, which retries, until `close` or until the caller unmounts.
 */
export function useLazyComponent<Props>(load: ComponentLoader<Props>) {
  const [Component, setComponent] = useState<ComponentType<Props>>();
  const endAttempt = useRef<() => void>(undefined);
  useEffect(() => () => endAttempt.current?.(), []);
  const open = () => {
    endAttempt.current?.();
    let isOver = false;
    let removeToast: (() => void) | undefined;
    endAttempt.current = () => {
      isOver = true;
      removeToast?.();
    };
    load().then(
      (module) => isOver || setComponent(() => module.default),
      () => {
        if (!isOver) removeToast = raiseToast({ kind: 'error', text: NETWORK_FAILURE });
      },
    );
  };
  const close = () => {
    endAttempt.current?.();
    setComponent(undefined);
  };
  return { Component, isOpen: Component !== undefined, open, close };
}

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
  const wanted = useRef<object>(undefined);
  const isMounted = useRef(false);
  const removeToast = useRef<() => void>(undefined);
  const endAttempt = () => {
    wanted.current = undefined;
    removeToast.current?.();
  };
  useEffect(() => {
    isMounted.current = true;
    return () => {
      isMounted.current = false;
      removeToast.current?.();
    };
  }, []);
  const open = () => {
    endAttempt();
    const attempt = {};
    wanted.current = attempt;
    load().then(
      (module) => {
        if (wanted.current === attempt) setComponent(() => module.default);
      },
      () => {
        if (wanted.current !== attempt || !isMounted.current) return;
        removeToast.current = raiseToast({ kind: 'error', text: NETWORK_FAILURE });
      },
    );
  };
  const close = () => {
    endAttempt();
    setComponent(undefined);
  };
  return { Component, isOpen: Component !== undefined, open, close };
}

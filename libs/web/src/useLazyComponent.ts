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
  const isWanted = useRef(false);
  const removeToast = useRef<() => void>(undefined);
  const [end] = useState(() => () => {
    isWanted.current = false;
    removeToast.current?.();
  });
  useEffect(() => end, [end]);
  const open = () => {
    end();
    isWanted.current = true;
    load().then(
      (module) => {
        if (isWanted.current) setComponent(() => module.default);
      },
      () => {
        if (!isWanted.current) return;
        removeToast.current?.();
        removeToast.current = raiseToast({ kind: 'error', text: NETWORK_FAILURE });
      },
    );
  };
  const close = () => {
    end();
    setComponent(undefined);
  };
  return { Component, isOpen: Component !== undefined, open, close };
}

import { NETWORK_FAILURE } from '@kickoff/contracts';
import { useRef, useState, type ComponentType } from 'react';

import { raiseToast } from './toasts';

export type ComponentLoader<Props> = () => Promise<{ default: ComponentType<Props> }>;

/**
 * Loads a component on demand. `Component` is defined while it is open; a failed load shows a
 * toast, and the next `open` retries.
 */
export function useLazyComponent<Props>(load: ComponentLoader<Props>) {
  const [Component, setComponent] = useState<ComponentType<Props>>();
  const isWanted = useRef(false);
  const open = () => {
    isWanted.current = true;
    load().then(
      (module) => {
        if (isWanted.current) setComponent(() => module.default);
      },
      () => raiseToast({ kind: 'error', text: NETWORK_FAILURE }),
    );
  };
  const close = () => {
    isWanted.current = false;
    setComponent(undefined);
  };
  return { Component, isOpen: Component !== undefined, open, close };
}

import { NETWORK_FAILURE } from '@kickoff/contracts';
import { useRef, useState, type ComponentType } from 'react';

import { raiseToast } from './toasts';

export type ComponentLoader<Props> = () => Promise<{ default: ComponentType<Props> }>;

const showToast = (): void => void raiseToast({ kind: 'error', text: NETWORK_FAILURE });

/**
 * Loads a component on demand. `Component` is defined while it is open; a failed load shows a
 * toast, and the next `open` retries.
 *
 * @param onFailed in place of the toast, which a dialog would cover
 */
export function useLazyComponent<Props>(
  load: ComponentLoader<Props>,
  onFailed: () => void = showToast,
) {
  const [Component, setComponent] = useState<ComponentType<Props>>();
  const isWanted = useRef(false);
  const open = () => {
    isWanted.current = true;
    load().then((module) => {
      if (isWanted.current) setComponent(() => module.default);
    }, onFailed);
  };
  const close = () => {
    isWanted.current = false;
    setComponent(undefined);
  };
  return { Component, isOpen: Component !== undefined, open, close };
}

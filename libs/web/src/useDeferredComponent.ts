import { useEffect, useState, type ComponentType } from 'react';

import type { ComponentLoader } from './useLazyComponent';

/** By then the page has loaded. */
const DELAY_MS = 2_000;

/** Loads an optional component after the page. If the load fails, it is left out. */
export function useDeferredComponent<Props>(load: ComponentLoader<Props>) {
  const [Component, setComponent] = useState<ComponentType<Props>>();
  useEffect(() => {
    const start = () =>
      load().then(
        (module) => setComponent(() => module.default),
        () => undefined,
      );
    const timer = setTimeout(() => void start(), DELAY_MS);
    return () => clearTimeout(timer);
  }, [load]);
  return { Component };
}

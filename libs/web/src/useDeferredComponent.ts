import { useEffect, useState, type ComponentType } from 'react';

import type { ComponentLoader } from './useLazyComponent';

/** By then the page has loaded. Doubled with each failure. */
const DELAY_MS = 2_000;

/** Loads an optional component after the page. Until a load succeeds, it is left out. */
export function useDeferredComponent<Props>(load: ComponentLoader<Props>) {
  const [Component, setComponent] = useState<ComponentType<Props>>();
  const [failures, setFailures] = useState(0);
  useEffect(() => {
    const start = () =>
      load().then(
        (module) => setComponent(() => module.default),
        () => setFailures(failures + 1),
      );
    const timer = setTimeout(() => void start(), DELAY_MS * 2 ** failures);
    return () => clearTimeout(timer);
  }, [load, failures]);
  return { Component };
}

import { useEffect, useState, type ComponentType } from 'react';

import { afterFirstLoad } from './after-first-load';
import type { ComponentLoader } from './useLazyComponent';

/** Loads an optional component after the page. If the load fails, it is left out. */
export function useDeferredComponent<Props>(load: ComponentLoader<Props>) {
  const [Component, setComponent] = useState<ComponentType<Props>>();
  useEffect(() => {
    const start = () =>
      load().then(
        (module) => setComponent(() => module.default),
        () => undefined,
      );
    return afterFirstLoad(() => void start());
  }, [load]);
  return { Component };
}

import { useEffect, useState, type ComponentType } from 'react';

import type { LoadPart } from './usePart';

/** By then the page itself is there, and the line is free. */
const LATER_MS = 3_000;

/** A part of a page that the page is whole without: its code comes later, or not at all. */
export function useLater<Props>(load: LoadPart<Props>) {
  const [Part, setPart] = useState<ComponentType<Props>>();
  useEffect(() => {
    const start = () =>
      load().then(
        (module) => setPart(() => module.default),
        () => undefined,
      );
    const timer = setTimeout(() => void start(), LATER_MS);
    return () => clearTimeout(timer);
  }, [load]);
  return { Part };
}

import { useEffect, useState, type RefObject } from 'react';

import { readComposerHeight, storeComposerHeight } from '../composer-height';

/**
 * Stores the height of the form, and returns the props that give a restored draft the stored one
 * until the fan enters the form.
 */
export function useFormHeight(form: RefObject<HTMLFormElement | null>, isRestored: boolean) {
  const [reserved, setReserved] = useState(() => (isRestored ? readComposerHeight() : undefined));
  useEffect(() => {
    const { current } = form;
    if (!current) return;
    const observer = new ResizeObserver(() => storeComposerHeight(current.offsetHeight));
    observer.observe(current);
    return () => observer.disconnect();
  }, [form]);
  return { style: { minHeight: reserved }, onFocus: () => setReserved(undefined) };
}

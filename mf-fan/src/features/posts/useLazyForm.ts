import { type ComponentLoader, useLazyComponent } from '@kickoff/web';
import { useState } from 'react';

/** `useLazyComponent` for a form. `isLoading` is true between `open` and its component. */
export function useLazyForm<Props>(load: ComponentLoader<Props>) {
  const [isAwaited, setAwaited] = useState(false);
  const form = useLazyComponent(() =>
    load().catch((failure: unknown) => {
      setAwaited(false);
      throw failure;
    }),
  );
  return {
    Component: form.Component,
    isLoading: isAwaited && !form.isOpen,
    open: () => {
      setAwaited(true);
      form.open();
    },
    close: () => {
      setAwaited(false);
      form.close();
    },
  };
}

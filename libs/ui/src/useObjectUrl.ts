import { useMemo, useSyncExternalStore } from 'react';

/** The URL of a file as a store: it exists for as long as somebody subscribes. */
function objectUrlOf(file: Blob | undefined) {
  let url: string | undefined;
  return {
    read: () => url,
    subscribe: (onChange: () => void) => {
      if (!file) return () => undefined;
      const created = URL.createObjectURL(file);
      url = created;
      onChange();
      return () => {
        URL.revokeObjectURL(created);
        url = undefined;
      };
    },
  };
}

/**
 * A URL under which the page can show a file; undefined until it is created
 * after the first render. It is revoked when the component or the file goes.
 */
export function useObjectUrl(file: Blob | undefined): string | undefined {
  const { subscribe, read } = useMemo(() => objectUrlOf(file), [file]);
  return useSyncExternalStore(subscribe, read, () => undefined);
}

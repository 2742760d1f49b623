import { useMemo, useSyncExternalStore } from 'react';

/** The object URL of a file as an external store: created with the first subscriber. */
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
 * Returns an object URL for the file; undefined until it is created after the first render. It is
 * revoked when the component unmounts or the file changes.
 */
export function useObjectUrl(file: Blob | undefined): string | undefined {
  const { subscribe, read } = useMemo(() => objectUrlOf(file), [file]);
  return useSyncExternalStore(subscribe, read, () => undefined);
}

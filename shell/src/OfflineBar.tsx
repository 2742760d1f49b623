import { Icon, icons } from '@kickoff/ui';
import { useSyncExternalStore } from 'react';

function subscribe(listener: () => void): () => void {
  window.addEventListener('online', listener);
  window.addEventListener('offline', listener);
  return () => {
    window.removeEventListener('online', listener);
    window.removeEventListener('offline', listener);
  };
}

/** Says so while the browser has no connection. */
export function OfflineBar() {
  const isOnline = useSyncExternalStore(subscribe, () => navigator.onLine);
  if (isOnline) return null;
  return (
    <div className="ko-offline" role="status">
      <Icon icon={icons.wifiOff} size={16} />
      You are offline. Posts you see may be out of date.
    </div>
  );
}

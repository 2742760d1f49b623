import { Icon, icons } from '@kickoff/ui';
import { useIsOffline } from '@kickoff/web';

/** Shown while there is no connection. */
export function OfflineBar() {
  if (!useIsOffline()) return null;
  return (
    <div className="ko-offline" role="status">
      <Icon icon={icons.wifiOff} size={16} />
      You are offline. You see what was here last time, and can read but not write.
    </div>
  );
}

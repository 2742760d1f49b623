import { Icon, icons } from '@kickoff/ui';
import { useIsOffline } from '@kickoff/web';

import { texts } from './texts';

/** Shown while there is no connection. */
export function OfflineBar() {
  if (!useIsOffline()) return null;
  return (
    <div className="ko-offline" role="status">
      <Icon icon={icons.wifiOff} size={16} />
      {texts.offline.note}
    </div>
  );
}

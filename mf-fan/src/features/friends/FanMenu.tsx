import type { FriendProfile } from '@kickoff/contracts';
import { errorMessage, fillText, icons, Menu, MenuItem } from '@kickoff/ui';
import { useLazyComponent } from '@kickoff/web';
import { useState } from 'react';

import { loadReportDialog } from '../../parts/load-report-dialog';
import BlockFanDialog from '../../relations/BlockFanDialog';
import { useHideFan } from '../../relations/useHideFan';
import { texts } from '../../texts';

interface FanMenuProps {
  fan: FriendProfile;
  onFault: (text: string | undefined) => void;
}

/** Further actions on another fan. */
export function FanMenu({ fan, onFault }: FanMenuProps) {
  const mute = useHideFan('mute');
  const report = useLazyComponent(loadReportDialog);
  const [isBlocking, setBlocking] = useState(false);
  const toggleMute = () => {
    onFault(undefined);
    mute(fan._id, !fan.muted).catch((failure: unknown) => onFault(errorMessage(failure)));
  };
  return (
    <>
      <Menu label={fillText(texts.profile.menu, fan)}>
        <MenuItem icon={icons.flag} onChoose={report.open}>
          {texts.actions.report}
        </MenuItem>
        <MenuItem icon={icons.volumeX} onChoose={toggleMute}>
          {fan.muted ? texts.actions.unmute : texts.actions.mute}
        </MenuItem>
        <MenuItem icon={icons.ban} isDanger onChoose={() => setBlocking(true)}>
          {texts.actions.block}
        </MenuItem>
      </Menu>
      {report.Component ? (
        <report.Component
          target={{
            type: 'user',
            id: fan._id,
            title: fillText(texts.report.ofFan, fan),
          }}
          onClose={report.close}
        />
      ) : null}
      {isBlocking ? <BlockFanDialog fan={fan} onClose={() => setBlocking(false)} /> : null}
    </>
  );
}

import type { FriendProfile } from '@kickoff/contracts';
import { ConfirmDialog, errorMessage, icons, Menu, MenuItem } from '@kickoff/ui';
import { useLazyComponent } from '@kickoff/web';
import { useState } from 'react';

import { loadReportDialog } from '../../parts/load-report-dialog';
import { useHideFan } from './api/useHideFan';

interface FanMenuProps {
  fan: FriendProfile;
  onFault: (text: string | undefined) => void;
}

/** Further actions on another fan. */
export function FanMenu({ fan, onFault }: FanMenuProps) {
  const mute = useHideFan('mute');
  const block = useHideFan('block');
  const report = useLazyComponent(loadReportDialog);
  const [isBlocking, setBlocking] = useState(false);
  const toggleMute = () => {
    onFault(undefined);
    mute(fan._id, !fan.muted).catch((failure: unknown) => onFault(errorMessage(failure)));
  };
  return (
    <>
      <Menu label={`More about ${fan.username}`}>
        <MenuItem icon={icons.flag} onChoose={report.open}>
          Report
        </MenuItem>
        <MenuItem icon={icons.volumeX} onChoose={toggleMute}>
          {fan.muted ? 'Unmute' : 'Mute'}
        </MenuItem>
        <MenuItem icon={icons.ban} isDanger onChoose={() => setBlocking(true)}>
          Block
        </MenuItem>
      </Menu>
      {report.Component ? (
        <report.Component
          target={{ type: 'user', id: fan._id, label: fan.username }}
          onClose={report.close}
        />
      ) : null}
      {isBlocking ? (
        <ConfirmDialog
          title={`Block ${fan.username}?`}
          text="Neither of you will see the other any more: no posts, comments, likes or stories, not in search and not among friends. You stop following each other. They are not told."
          verb="Block"
          onConfirm={() => block(fan._id, true)}
          onClose={() => setBlocking(false)}
        />
      ) : null}
    </>
  );
}

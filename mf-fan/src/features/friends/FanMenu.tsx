import type { FriendProfile } from '@kickoff/contracts';
import { ConfirmDialog, icons, Menu, MenuItem } from '@kickoff/ui';
import { lazy, Suspense, useState } from 'react';

import { useHideFan } from './api/useHideFan';

const ReportDialog = lazy(
  () => import(/* webpackChunkName: "report-dialog" */ '../../reports/ReportDialog'),
);

interface FanMenuProps {
  fan: FriendProfile;
  onFault: (text: string | undefined) => void;
}

/** What else can be done about another fan. */
export function FanMenu({ fan, onFault }: FanMenuProps) {
  const mute = useHideFan('mute');
  const block = useHideFan('block');
  const [asked, setAsked] = useState<'report' | 'block'>();
  const close = () => setAsked(undefined);
  const toggleMute = () => {
    onFault(undefined);
    mute(fan._id, !fan.muted).catch((failure: unknown) =>
      onFault(failure instanceof Error ? failure.message : String(failure)),
    );
  };
  return (
    <>
      <Menu label={`More about ${fan.username}`}>
        <MenuItem icon={icons.flag} onChoose={() => setAsked('report')}>
          Report
        </MenuItem>
        <MenuItem icon={icons.volumeX} onChoose={toggleMute}>
          {fan.muted ? 'Unmute' : 'Mute'}
        </MenuItem>
        <MenuItem icon={icons.ban} isDanger onChoose={() => setAsked('block')}>
          Block
        </MenuItem>
      </Menu>
      {asked === 'report' ? (
        <Suspense>
          <ReportDialog
            target={{ type: 'user', id: fan._id, label: fan.username }}
            onClose={close}
          />
        </Suspense>
      ) : null}
      {asked === 'block' ? (
        <ConfirmDialog
          title={`Block ${fan.username}?`}
          text="Neither of you will see the other any more: no posts, comments, likes or stories, not in search and not among friends. You stop following each other. They are not told."
          verb="Block"
          onConfirm={() => block(fan._id, true)}
          onClose={close}
        />
      ) : null}
    </>
  );
}

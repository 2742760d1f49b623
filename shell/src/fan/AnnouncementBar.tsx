import type { Announcement } from '@kickoff/contracts';
import { Icon, icons } from '@kickoff/ui';
import { callApi, focusHeading, useQuery } from '@kickoff/web';
import { useState } from 'react';

import { closeAnnouncement, closedAnnouncements } from './closed-announcements';

const ASK_MS = 5 * 60_000;

/** Overlays the page, so that a new announcement shifts nothing; above the tab bar of phones. */
const PLACE = {
  position: 'fixed',
  zIndex: 40,
  insetBlockEnd: 'calc(var(--h-tabbar) + 24px)',
  insetInline: 0,
  width: 'min(100% - 32px, 640px)',
  marginInline: 'auto',
  boxShadow: 'var(--e-2)',
  overflowWrap: 'anywhere',
  whiteSpace: 'pre-line',
} as const;

/** Shows current announcements until the fan closes them on this device. */
export default function AnnouncementBar() {
  const [closed, setClosed] = useState(closedAnnouncements);
  // A failed request is retried with the next poll; the page works without.
  const { data: announcements = [] } = useQuery({
    queryKey: ['announcements'],
    queryFn: ({ signal }) => callApi<Announcement[]>('/api/announcements', { as: 'fan', signal }),
    refetchInterval: ASK_MS,
  });
  const [shown, next] = announcements.filter(({ _id }) => !closed.includes(_id));
  if (!shown) return null;
  const close = () => {
    setClosed([...closeAnnouncement(shown._id), ...closed]);
    // The focused button unmounts with the last announcement.
    if (!next) focusHeading();
  };
  return (
    <div className="ko-alert" role="status" style={PLACE}>
      <Icon icon={icons.circleAlert} />
      <span dir="auto">{shown.text}</span>
      <button
        className="ko-icbtn ko-icbtn--sm"
        type="button"
        aria-label="Close announcement"
        onClick={close}
      >
        <Icon icon={icons.x} size={16} />
      </button>
    </div>
  );
}

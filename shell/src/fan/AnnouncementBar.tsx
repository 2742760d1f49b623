import { type Announcement, ANNOUNCEMENTS_ELEMENT } from '@kickoff/contracts';
import { Icon, icons } from '@kickoff/ui';
import { callApi, focusHeading, useQuery } from '@kickoff/web';
import { useEffect, useRef, useState } from 'react';

import { readElement } from '../remotes/remote-list';
import { texts } from '../texts';
import { closeAnnouncement, closedAnnouncements } from './closed-announcements';

const ASK_MS = 5 * 60_000;

/** Returns the announcements that the document came with. */
function readDocument(): Announcement[] {
  // Not validated: the document comes from our own origin, which is built from the same contract.
  return (readElement(ANNOUNCEMENTS_ELEMENT) as Announcement[] | null) ?? [];
}

/** Fetches the current announcements, first those of the document. */
function useAnnouncements(): Announcement[] {
  const [first] = useState(readDocument);
  // A failed request is retried with the next poll; the page works without.
  const { data = first } = useQuery({
    queryKey: ['announcements'],
    queryFn: ({ signal }) => callApi('/api/announcements', { as: 'fan', signal }),
    refetchInterval: ASK_MS,
  });
  return data;
}

export interface AnnouncementBarProps {
  /** The address of the current page. */
  address: string;
}

/**
 * Shows current announcements until the fan closes them on this device. It is in the flow: a new
 * one waits for the next page, or until nobody looks, so that it shifts nothing under the eyes.
 */
export default function AnnouncementBar({ address }: AnnouncementBarProps) {
  const current = useAnnouncements();
  const [closed, setClosed] = useState(closedAnnouncements);
  const [drawn, setDrawn] = useState({ address, announcements: readDocument() });
  if (drawn.address !== address) setDrawn({ address, announcements: current });
  const latest = useRef(current);
  useEffect(() => {
    latest.current = current;
  });
  useEffect(() => {
    const update = () => {
      if (!document.hidden) return;
      setDrawn((before) => ({ ...before, announcements: latest.current }));
    };
    document.addEventListener('visibilitychange', update);
    return () => document.removeEventListener('visibilitychange', update);
  }, []);

  const [shown, next] = drawn.announcements.filter(({ _id }) => !closed.includes(_id));
  if (!shown) return null;
  const close = () => {
    setClosed([...closeAnnouncement(shown._id), ...closed]);
    // The focused button unmounts with the last announcement.
    if (!next) focusHeading();
  };
  return (
    <div className="ko-alert ko-alert--page" role="status">
      <Icon icon={icons.megaphone} />
      <span dir="auto">{shown.text}</span>
      <button
        className="ko-icbtn ko-icbtn--sm"
        type="button"
        aria-label={texts.announcement.close}
        onClick={close}
      >
        <Icon icon={icons.x} size={16} />
      </button>
    </div>
  );
}

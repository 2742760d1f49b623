import type { Announcement } from '@kickoff/contracts';
import { Button, ConfirmDialog, formatDateTime } from '@kickoff/ui';
import { raiseToast, useNow } from '@kickoff/web';
import { useState } from 'react';

import { useAnnouncementActions } from './api/useAnnouncements';

function stateOf({ startsAt, endsAt }: Announcement, now: number): string {
  if (Date.parse(startsAt) > now) return `Will be shown from ${formatDateTime(startsAt)}`;
  if (endsAt === undefined) return `Shown since ${formatDateTime(startsAt)}, until it is deleted`;
  const span = `from ${formatDateTime(startsAt)} to ${formatDateTime(endsAt)}`;
  return Date.parse(endsAt) > now ? `Shown ${span}` : `Was shown ${span}`;
}

interface AnnouncementListProps {
  announcements: readonly Announcement[];
  /** When the list was fetched, in ms since 1970. */
  asOf: number;
}

/** All announcements with their times, each with a delete button. */
export function AnnouncementList({ announcements, asOf }: AnnouncementListProps) {
  // An announcement that just began must not wait for the next tick of `now`.
  const now = Math.max(useNow(), asOf);
  const { deleteAnnouncement } = useAnnouncementActions();
  const [deleting, setDeleting] = useState<Announcement>();
  if (announcements.length === 0) return <p className="ko-none">Nothing has been announced yet</p>;
  return (
    <>
      <ul className="ko-entries">
        {announcements.map((announcement) => (
          <li key={announcement._id}>
            <p dir="auto">{announcement.text}</p>
            <div className="ko-head">
              <small>{stateOf(announcement, now)}</small>
              <Button look="danger-quiet" size="sm" onClick={() => setDeleting(announcement)}>
                Delete<span className="ko-sr"> announcement: {announcement.text}</span>
              </Button>
            </div>
          </li>
        ))}
      </ul>
      {deleting ? (
        <ConfirmDialog
          title="Delete this announcement?"
          text={deleting.text}
          verb="Delete"
          onConfirm={async () => {
            await deleteAnnouncement(deleting._id);
            raiseToast({ kind: 'ok', text: 'Announcement deleted' });
          }}
          onClose={() => setDeleting(undefined)}
        />
      ) : null}
    </>
  );
}

import type { Announcement } from '@kickoff/contracts';
import { Button, ConfirmDialog, momentInWords } from '@kickoff/ui';
import { raiseToast, useNow } from '@kickoff/web';
import { useState } from 'react';

import { useAnnouncementActs } from './api/useAnnouncements';

function stateOf({ startsAt, endsAt }: Announcement, now: number): string {
  if (Date.parse(startsAt) > now) return `Will be shown from ${momentInWords(startsAt)}`;
  if (endsAt === undefined) return `Shown since ${momentInWords(startsAt)}, until it is deleted`;
  const span = `from ${momentInWords(startsAt)} to ${momentInWords(endsAt)}`;
  return Date.parse(endsAt) > now ? `Shown ${span}` : `Was shown ${span}`;
}

interface AnnouncementListProps {
  announcements: readonly Announcement[];
  /** When the server told them. */
  asOf: number;
}

/** All announcements with their times, each to be deleted. */
export function AnnouncementList({ announcements, asOf }: AnnouncementListProps) {
  // What was begun a moment ago must not wait for the next tick of the page's clock.
  const now = Math.max(useNow(), asOf);
  const { deleteAnnouncement } = useAnnouncementActs();
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

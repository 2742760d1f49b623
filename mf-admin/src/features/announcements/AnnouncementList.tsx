import type { Announcement } from '@kickoff/contracts';
import { Button, ConfirmDialog, fillText, formatDateTime } from '@kickoff/ui';
import { raiseToast, useNow } from '@kickoff/web';
import { useState } from 'react';

import { texts } from '../../texts';
import { useAnnouncementActions } from './api/useAnnouncements';

function stateOf({ startsAt, endsAt }: Announcement, now: number): string {
  const from = formatDateTime(startsAt);
  if (Date.parse(startsAt) > now) return fillText(texts.announcements.upcoming, { from });
  if (endsAt === undefined) return fillText(texts.announcements.shownSince, { from });
  const span = { from, to: formatDateTime(endsAt) };
  return Date.parse(endsAt) > now
    ? fillText(texts.announcements.shown, span)
    : fillText(texts.announcements.past, span);
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
  if (announcements.length === 0) return <p className="ko-none">{texts.announcements.empty}</p>;
  return (
    <>
      <ul className="ko-entries">
        {announcements.map((announcement) => (
          <li key={announcement._id}>
            <p dir="auto">{announcement.text}</p>
            <div className="ko-head">
              <small>{stateOf(announcement, now)}</small>
              <Button look="danger-quiet" size="sm" onClick={() => setDeleting(announcement)}>
                {texts.common.delete}
                <span className="ko-sr">
                  {' '}
                  {fillText(texts.announcements.deleteTarget, { text: announcement.text })}
                </span>
              </Button>
            </div>
          </li>
        ))}
      </ul>
      {deleting ? (
        <ConfirmDialog
          title={texts.announcements.deleteTitle}
          text={deleting.text}
          verb={texts.common.delete}
          onConfirm={async () => {
            await deleteAnnouncement(deleting._id);
            raiseToast({ kind: 'ok', text: texts.announcements.deleted });
          }}
          onClose={() => setDeleting(undefined)}
        />
      ) : null}
    </>
  );
}

import type { Announcement as AnnouncementAnswer } from '@kickoff/contracts';

import type { Announcement } from './announcement.schema.js';

export function toAnnouncementAnswer(row: Announcement): AnnouncementAnswer {
  return {
    _id: row._id,
    text: row.text,
    startsAt: row.startsAt.toISOString(),
    ...(row.endsAt ? { endsAt: row.endsAt.toISOString() } : {}),
  };
}

import { z } from 'zod';

import { notBlank } from './described.js';
import { ANNOUNCEMENT_MAX_LENGTH } from './limits.js';
import { isoMoment } from './moments.js';
import { plainText } from './text.js';

/** A text on every fan page between two times; without an end until it is taken away. */
export const Announcement = z
  .object({
    _id: z.string(),
    text: z.string(),
    startsAt: z.iso.datetime(),
    endsAt: z.iso.datetime().optional(),
  })
  .meta({ id: 'Announcement' });
export type Announcement = z.infer<typeof Announcement>;

const moment = (name: string) =>
  isoMoment(`${name} must be a moment in ISO 8601`)
    .transform((given) => new Date(given))
    .optional();

/** Without `startsAt` it begins at once. */
export const NewAnnouncement = z
  .object({
    text: plainText('Text', ANNOUNCEMENT_MAX_LENGTH).meta(notBlank),
    startsAt: moment('startsAt'),
    endsAt: moment('endsAt'),
  })
  .meta({ id: 'NewAnnouncement' });
export type NewAnnouncement = z.infer<typeof NewAnnouncement>;

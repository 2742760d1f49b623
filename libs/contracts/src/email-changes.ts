import { z } from 'zod';

import { MESSAGES } from './messages.js';

/** The token of a mailed link that takes a change of email back. */
export const UndoEmail = z
  .object({
    token: z
      .string(MESSAGES.linkInvalid)
      .max(200, MESSAGES.linkInvalid)
      .refine((token) => token.isWellFormed(), MESSAGES.linkInvalid),
  })
  .meta({ id: 'UndoEmail' });
export type UndoEmail = z.infer<typeof UndoEmail>;

/** The old email is back; `resetToken` leads on to `/reset/{token}` for 30 minutes. */
export const EmailUndone = z
  .object({ message: z.string(), resetToken: z.string() })
  .meta({ id: 'EmailUndone' });
export type EmailUndone = z.infer<typeof EmailUndone>;

/** A former email of mine that a mailed link can still bring back. */
export const FormerEmail = z
  .object({ email: z.string(), changedAt: z.iso.datetime(), expiresAt: z.iso.datetime() })
  .meta({ id: 'FormerEmail' });
export type FormerEmail = z.infer<typeof FormerEmail>;

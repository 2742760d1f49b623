import { z } from 'zod';

/** When a suspension ends by itself; without it, an admin ends it. */
export const suspensionEnd = z.iso
  .datetime({ offset: true, error: 'until must be a time such as 2026-03-31T12:00:00Z' })
  .optional();

import { isoMoment } from './moments.js';

/** When a suspension ends by itself; without it, an admin ends it. */
export const suspensionEnd = isoMoment(
  'until must be a time such as 2026-03-31T12:00:00Z',
).optional();

import { z } from 'zod';

import { integer } from './described.js';

/** A figure of the last days beside the same of as many days before them; days are whole ones in UTC. */
export const Change = z.object({ days: z.number(), now: z.number(), before: z.number() });
export type Change = z.infer<typeof Change>;

/** All fans; the change counts registrations. */
export const TotalUsers = z
  .object({ totalUsers: z.number(), change: Change })
  .meta({ id: 'TotalUsers' });
export type TotalUsers = z.infer<typeof TotalUsers>;

/** All posts; the change counts those that were made and are there still. */
export const TotalPosts = z
  .object({ totalPosts: z.number(), change: Change })
  .meta({ id: 'TotalPosts' });
export type TotalPosts = z.infer<typeof TotalPosts>;

/**
 * Distinct fans seen in the last `days` days, the last 24 hours by default.
 * Only with one day is it known how many there were before: yesterday.
 */
export const ActiveUsers = z
  .object({ activeUsers: z.number(), change: Change.optional() })
  .meta({ id: 'ActiveUsers' });
export type ActiveUsers = z.infer<typeof ActiveUsers>;

const daysRange = 'days must be a whole number from 1 to 90';
export const ActiveUsersQuery = z.object({
  days: z
    .string(daysRange)
    .regex(/^\d{1,2}$/, daysRange)
    .transform(Number)
    .refine((days) => days >= 1 && days <= 90, daysRange)
    .meta(integer(1, 90))
    .default(1),
});
export type ActiveUsersQuery = z.infer<typeof ActiveUsersQuery>;

/** One of the twelve months of a year, in UTC; a month without any is there with zero. */
export const MonthCount = z
  .object({ _id: z.number().int().min(1).max(12), count: z.number() })
  .meta({ id: 'MonthCount' });
export type MonthCount = z.infer<typeof MonthCount>;

const yearRange = 'year must be a year such as 2026';
/** Which year's months; the present one without it. */
export const YearQuery = z.object({
  year: z
    .string(yearRange)
    .regex(/^[1-9]\d{3}$/, yearRange)
    .transform(Number)
    .meta(integer(1_000, 9_999))
    .optional(),
});
export type YearQuery = z.infer<typeof YearQuery>;

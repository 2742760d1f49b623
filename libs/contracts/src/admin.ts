import { z } from 'zod';

export const TotalUsers = z.object({ totalUsers: z.number() }).meta({ id: 'TotalUsers' });
export type TotalUsers = z.infer<typeof TotalUsers>;

export const TotalPosts = z.object({ totalPosts: z.number() }).meta({ id: 'TotalPosts' });
export type TotalPosts = z.infer<typeof TotalPosts>;

/** Distinct fans seen in the last `days` days, the last 24 hours by default. */
export const ActiveUsers = z.object({ activeUsers: z.number() }).meta({ id: 'ActiveUsers' });
export type ActiveUsers = z.infer<typeof ActiveUsers>;

const daysRange = 'days must be a whole number from 1 to 90';
export const ActiveUsersQuery = z.object({
  days: z
    .string(daysRange)
    .regex(/^\d{1,2}$/, daysRange)
    .transform(Number)
    .refine((days) => days >= 1 && days <= 90, daysRange)
    .default(1),
});
export type ActiveUsersQuery = z.infer<typeof ActiveUsersQuery>;

export const AdminRow = z
  .object({
    _id: z.string(),
    username: z.string(),
    email: z.string(),
    status: z.enum(['active', 'pending']),
    createdAt: z.iso.datetime(),
  })
  .meta({ id: 'Admin' });
export type AdminRow = z.infer<typeof AdminRow>;

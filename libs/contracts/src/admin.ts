import { z } from 'zod';

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

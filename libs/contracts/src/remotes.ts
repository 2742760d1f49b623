import { z } from 'zod';

import { REMOTES } from './pages.js';

/** `/remotes.json`: where the shell finds each micro-frontend at run time. */
export const RemoteList = z.object({
  version: z.literal(1),
  remotes: z.array(
    z.object({
      name: z.enum(REMOTES),
      /** Of the build that is live; absent while developing. */
      version: z.string().optional(),
      entry: z.string(),
    }),
  ),
});
export type RemoteList = z.infer<typeof RemoteList>;

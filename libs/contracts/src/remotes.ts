import { z } from 'zod';

import { REMOTES } from './pages.js';

/** Of `shell/package.json`, for reports of errors. */
export const SHELL_VERSION = '1.0.0';

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

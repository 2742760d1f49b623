import { z } from 'zod';

import { GivenPassword } from './credentials.js';

/** Whoever deletes an account gives its password once more. */
export const AccountDeletion = z
  .object({ password: GivenPassword })
  .meta({ id: 'AccountDeletion' });
export type AccountDeletion = z.infer<typeof AccountDeletion>;

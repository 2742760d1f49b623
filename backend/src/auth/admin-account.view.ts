import type { AdminRow } from '@kickoff/contracts';

import type { AdminAccount } from './admin-account.schema.js';

/** An admin as other admins see one. */
export function toAdminRow(admin: AdminAccount): AdminRow {
  return {
    _id: admin._id,
    username: admin.username,
    email: admin.email,
    status: admin.status,
    createdAt: admin.createdAt.toISOString(),
  };
}

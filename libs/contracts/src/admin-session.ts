/** How long an admin's session lives without use, and at the most (API.md §2). */
export const ADMIN_SESSION_MS = { idle: 60 * 60_000, total: 12 * 60 * 60_000 } as const;

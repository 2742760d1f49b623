/** The admins' list of fans; all other addresses of a fan are below it. */
export const FANS = '/api/admin/users';

/** The list of fans, of which everything else about them is a part. */
export const FANS = '/api/admin/users';

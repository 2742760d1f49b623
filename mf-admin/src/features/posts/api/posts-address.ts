/** The admins' list of posts. What readers say of them is not drawn, so it is not asked for. */
export const POSTS = '/api/admin/posts';
export const WITHOUT_READERS = 'likes=0&comments=0';

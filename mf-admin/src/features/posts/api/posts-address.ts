/** The admins' list of posts, without likes and comments, which are not shown. */
export const POSTS = '/api/admin/posts';
export const WITHOUT_READERS = 'likes=0&comments=0';

/** The query key of the fans who like a post. */
export function likersKey(postId: string): string[] {
  return ['post', postId, 'likes'];
}

/** The query key of all comments of a post. */
export function commentsKey(postId: string): string[] {
  return ['post', postId, 'comments'];
}

import { texts } from '../../texts';
import { foundPosts } from './api/found-posts';
import { usePostPages } from './api/post-pages';
import { PostList } from './PostList';

interface FoundPostListProps {
  text: string;
  readerId: string | undefined;
}

/** All posts that a search finds. */
export function FoundPostList({ text, readerId }: FoundPostListProps) {
  const posts = usePostPages(foundPosts(text));
  return (
    <PostList
      label={texts.posts.title}
      posts={posts}
      readerId={readerId}
      emptyText={texts.posts.noneFound}
    />
  );
}

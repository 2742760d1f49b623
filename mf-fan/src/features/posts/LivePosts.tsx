import type { FeedScope } from '@kickoff/contracts';
import { useLater } from '@kickoff/web';

/** Of which feed new posts are told, and who reads it; neither where there is no feed. */
export interface LivePostsProps {
  scope?: FeedScope;
  readerId?: string | undefined;
}

const loadPostNews = () => import(/* webpackChunkName: "post-news" */ './PostNews');

/** Keeps the posts of a page as they are now. It comes soon after the page, which is whole without. */
export function LivePosts(props: LivePostsProps) {
  const news = useLater<LivePostsProps>(loadPostNews);
  return news.Part ? <news.Part {...props} /> : null;
}

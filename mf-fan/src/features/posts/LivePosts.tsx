import { useLater } from '@kickoff/web';

import type { PostNewsProps } from './PostNews';

const loadPostNews = () => import(/* webpackChunkName: "news" */ './PostNews');

/** Keeps the posts of a page as they are now. It comes soon after the page, which is whole without. */
export function LivePosts(props: PostNewsProps) {
  const news = useLater<PostNewsProps>(loadPostNews);
  return news.Part ? <news.Part {...props} /> : null;
}

import { useDeferredComponent } from '@kickoff/web';

import type { PostUpdatesProps } from './PostUpdates';

const loadPostUpdates = () => import(/* webpackChunkName: "news" */ './PostUpdates');

/** Applies live updates to the posts of a page. Loads after the page, which works without it. */
export function LazyPostUpdates(props: PostUpdatesProps) {
  const updates = useDeferredComponent<PostUpdatesProps>(loadPostUpdates);
  return updates.Component ? <updates.Component {...props} /> : null;
}

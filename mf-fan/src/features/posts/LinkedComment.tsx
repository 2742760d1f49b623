import type { Post } from '@kickoff/contracts';
import { usePage } from '@kickoff/web';
import { useEffect, useRef } from 'react';

import { useComments } from './api/useComments';

interface LinkedCommentProps {
  post: Post;
}

/** A comment after so many pages is not looked for. */
const MOST_PAGES = 40;

/** Returns the id in an address that ends in `#c-` and the id of a comment. */
function linkedId(): string | undefined {
  return /^#c-([0-9a-f]{24})$/i.exec(window.location.hash)?.[1];
}

/** Shows and marks the comment that the address names. Loads the comments before it. */
export function LinkedComment({ post }: LinkedCommentProps) {
  // Renders again when the address changes.
  usePage();
  const id = linkedId();
  const shown = useRef<string>(undefined);
  const { data, hasNextPage, isFetching, isError, fetchNextPage } = useComments(
    post._id,
    id !== undefined,
  );
  const isLoaded = data?.pages.some(({ items }) => items.some(({ _id }) => _id === id)) ?? false;
  const isInReach = hasNextPage && data !== undefined && data.pages.length < MOST_PAGES;
  const isWanted = id !== undefined && !isLoaded && isInReach && !isFetching && !isError;
  useEffect(() => {
    if (isWanted) void fetchNextPage();
  }, [isWanted, fetchNextPage, data]);
  useEffect(() => {
    if (id === undefined || shown.current === id) return;
    const comment = document.getElementById(`c-${id}`);
    if (!comment) return;
    shown.current = id;
    for (const other of document.querySelectorAll('[data-linked]')) {
      other.removeAttribute('data-linked');
    }
    comment.dataset['linked'] = '';
    comment.tabIndex = -1;
    comment.focus({ preventScroll: true });
    // jsdom has no `scrollIntoView`.
    if ('scrollIntoView' in comment) comment.scrollIntoView({ block: 'center' });
  });
  return null;
}

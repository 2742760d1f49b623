import type { Post } from '@kickoff/contracts';

import { PollCard } from './PollCard';
import { QuoteCard } from './QuoteCard';
import { RevealPost } from './RevealPost';

export interface PostAttachmentsProps {
  post: Post;
  now: number;
  readerId: string | undefined;
}

/** The poll or the quoted post of a post, or the button that reveals a spoiler. */
export function PostAttachments({ post, now, readerId }: PostAttachmentsProps) {
  return (
    <>
      {post.poll ? <PollCard post={post} poll={post.poll} now={now} /> : null}
      {post.quote ? <QuoteCard quote={post.quote} now={now} readerId={readerId} /> : null}
      {post.spoiler ? <RevealPost id={post._id} /> : null}
    </>
  );
}

import type { Post } from '@kickoff/contracts';
import { Loading } from '@kickoff/ui';
import { lazy, Suspense, useState, type Ref } from 'react';

import { texts } from '../../texts';
import type { PostAttachmentsProps } from './PostAttachments';
import { useNearViewport } from './useNearViewport';

const PostAttachments = lazy(() =>
  import(/* webpackChunkName: "post-attachments" */ './PostAttachments').then(
    (chunk) => ({ default: chunk.PostAttachments }),
    () => ({ default: AttachmentsFault }),
  ),
);

/** Once the code is wanted, all render at once, so that the heights of scrolled posts stay. */
let isWanted = false;

/** As high as a poll with its options, about as high as a quote, and as high as a button. */
function AttachmentsSkeleton({ of, ref }: { of: Post; ref: Ref<HTMLDivElement> }) {
  const { poll, quote, spoiler } = of;
  const height = (poll ? 34 + 50 * poll.options.length : 0) + (quote ? 96 : 0) + (spoiler ? 44 : 0);
  return (
    <div style={{ minHeight: height }} ref={ref}>
      <Loading />
    </div>
  );
}

function AttachmentsFault() {
  return <p className="ko-none">{texts.post.reload}</p>;
}

/** What `PostAttachments` shows of a post, whose code loads near the viewport. */
export function LazyAttachments(props: PostAttachmentsProps) {
  const { post } = props;
  const [isNear, setNear] = useState(isWanted);
  const load = () => {
    isWanted = true;
    setNear(true);
  };
  const space = useNearViewport('20% 0px', isNear ? undefined : load);
  const skeleton = <AttachmentsSkeleton of={post} ref={space} />;
  if (!isNear) return skeleton;
  return (
    <Suspense fallback={skeleton}>
      <PostAttachments {...props} />
    </Suspense>
  );
}

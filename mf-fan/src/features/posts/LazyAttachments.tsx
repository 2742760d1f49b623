import type { Post } from '@kickoff/contracts';
import { Loading } from '@kickoff/ui';
import { lazy, Suspense, useState, type Ref } from 'react';

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

/** As high as a poll with its options, or about as high as a quote. */
function AttachmentsSkeleton({ of: { poll }, ref }: { of: Post; ref: Ref<HTMLDivElement> }) {
  return (
    <div style={{ minHeight: poll ? 34 + 50 * poll.options.length : 96 }} ref={ref}>
      <Loading />
    </div>
  );
}

function AttachmentsFault() {
  return <p className="ko-none">Reload the page to see all of this post.</p>;
}

/** The poll or the quoted post of a post, whose code loads near the viewport. */
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

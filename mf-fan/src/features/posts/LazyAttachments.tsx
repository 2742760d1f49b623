import type { Post } from '@kickoff/contracts';
import { Loading } from '@kickoff/ui';
import { lazy, Suspense, useEffect, useRef, useState, type Ref } from 'react';

import type { PostAttachmentsProps } from './PostAttachments';

const PostAttachments = lazy(() =>
  import(/* webpackChunkName: "post-attachments" */ './PostAttachments').then(
    (chunk) => ({ default: chunk.PostAttachments }),
    () => ({ default: AttachmentsFault }),
  ),
);

/** The code is loaded this far ahead of the viewport: a first load rarely needs it. */
const AHEAD = '20% 0px';

/** Once the code is wanted, all render at once, so that the heights of scrolled posts stay. */
let isWanted = false;

/** As high as a poll with its options, or about as high as a quote. */
function AttachmentsSkeleton({ of: { poll }, ref }: { of: Post; ref?: Ref<HTMLDivElement> }) {
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
  const space = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const target = space.current;
    if (isNear || !target) return undefined;
    const observer = new IntersectionObserver(
      (entries) => {
        if (!entries.some(({ isIntersecting }) => isIntersecting)) return;
        isWanted = true;
        setNear(true);
      },
      { rootMargin: AHEAD },
    );
    observer.observe(target);
    return () => observer.disconnect();
  }, [isNear]);

  if (!isNear) return <AttachmentsSkeleton of={post} ref={space} />;
  return (
    <Suspense fallback={<AttachmentsSkeleton of={post} />}>
      <PostAttachments {...props} />
    </Suspense>
  );
}

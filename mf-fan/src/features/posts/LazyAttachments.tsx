import type { Post } from '@kickoff/contracts';
import { Loading } from '@kickoff/ui';
import { lazy, Suspense, type Ref } from 'react';

import { texts } from '../../texts';
import type { PostAttachmentsProps } from './PostAttachments';
import { sharedValue, useShared } from './shared-value';
import { useNearViewport } from './useNearViewport';

const PostAttachments = lazy(() =>
  import(/* webpackChunkName: "post-attachments" */ './PostAttachments').then(
    (chunk) => ({ default: chunk.PostAttachments }),
    () => ({ default: AttachmentsFault }),
  ),
);

/** Once the code is wanted, all render at once, so that the heights of scrolled posts stay. */
const isWanted = sharedValue(false);
const want = () => isWanted.set(true);

/** By then a page has loaded. */
const LATER_MS = 2_000;

/** Wants the code once the reader scrolls, points or types, or else after some seconds. */
function wantLater() {
  setTimeout(want, LATER_MS);
  for (const act of ['scroll', 'pointermove', 'pointerdown', 'keydown']) {
    window.addEventListener(act, want, { once: true });
  }
}

/** As high as a poll with its options, about as high as a quote with its picture, and as high as a button. */
function AttachmentsSkeleton({ of, ref }: { of: Post; ref: Ref<HTMLDivElement> }) {
  const { poll, quote, spoiler } = of;
  const quoteHeight = quote ? ('image' in quote ? 284 : 96) : 0;
  const height = (poll ? 34 + 50 * poll.options.length : 0) + quoteHeight + (spoiler ? 44 : 0);
  return (
    <div style={{ minHeight: height, paddingTop: 4 }} ref={ref}>
      {poll?.options.map(({ text }) => (
        <p className="ko-opt" style={{ marginTop: 6 }} dir="auto" key={text}>
          {text}
        </p>
      ))}
      <Loading>
        {quote ? (
          <div className="ko-sk" style={{ height: quoteHeight - 10, marginTop: 6 }} />
        ) : null}
      </Loading>
    </div>
  );
}

function AttachmentsFault() {
  return <p className="ko-none">{texts.post.reload}</p>;
}

interface LazyAttachmentsProps extends PostAttachmentsProps {
  /** Whether the post is in a list, whose first load does without the code. */
  isListed: boolean;
}

/** What `PostAttachments` shows of a post, whose code loads near the viewport. */
export function LazyAttachments({ isListed, ...props }: LazyAttachmentsProps) {
  const isLoading = useShared(isWanted, (wanted) => wanted);
  const load = isListed && window.scrollY === 0 ? wantLater : want;
  const space = useNearViewport('20% 0px', isLoading ? undefined : load);
  const skeleton = <AttachmentsSkeleton of={props.post} ref={space} />;
  if (!isLoading) return skeleton;
  return (
    <Suspense fallback={skeleton}>
      <PostAttachments {...props} />
    </Suspense>
  );
}

import type { Post } from '@kickoff/contracts';
import { lazy, Suspense } from 'react';

import { Picture } from '../../media/Picture';

const VideoPlayer = lazy(() =>
  import(/* webpackChunkName: "video" */ '../../media/VideoPlayer').then(
    (module) => ({ default: module.VideoPlayer }),
    () => ({ default: VideoFault }),
  ),
);

function VideoFault() {
  return <p className="ko-none">Reload the page to see the video.</p>;
}

/** Length of the text used as the picture's description. */
const READ_OUT = 200;
const VIDEO_SPACE = { aspectRatio: '16 / 9' } as const;

/** The picture and the video of a post, described by the author or else by the post's text. */
export function PostMedia({ post }: { post: Post }) {
  const { image, imageSize, video, videoDuration, text, user } = post;
  const words = Array.from(text);
  const fromText =
    words.length > READ_OUT ? `${words.slice(0, READ_OUT).join('').trimEnd()}…` : text;
  const description = (kind: string) => fromText.trim() || `${kind} posted by ${user.username}`;
  return (
    <>
      {image === undefined ? null : (
        <Picture path={image} size={imageSize} alt={post.alt ?? description('Picture')} />
      )}
      {video === undefined ? null : (
        <Suspense fallback={<div className="ko-post__media ko-sk" style={VIDEO_SPACE} />}>
          <VideoPlayer path={video} duration={videoDuration} label={description('Video')} />
        </Suspense>
      )}
    </>
  );
}

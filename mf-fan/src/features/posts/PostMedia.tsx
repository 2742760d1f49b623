import type { Post } from '@kickoff/contracts';
import { fillText } from '@kickoff/ui';
import { lazy, Suspense } from 'react';

import { Picture } from '../../media/Picture';
import { texts } from '../../texts';

const VideoPlayer = lazy(() =>
  import(/* webpackChunkName: "video" */ '../../media/VideoPlayer').then(
    (module) => ({ default: module.VideoPlayer }),
    () => ({ default: VideoFault }),
  ),
);

function VideoFault() {
  return <p className="ko-none">{texts.media.reloadForVideo}</p>;
}

/** Length of the text used as the picture's description. */
const READ_OUT = 200;

/** The picture and the video of a post, described by the author or else by the post's text. */
export function PostMedia({ post }: { post: Post }) {
  const { image, imageSize, video, videoDuration, text, user } = post;
  const words = Array.from(text);
  const fromText =
    words.length > READ_OUT ? `${words.slice(0, READ_OUT).join('').trimEnd()}…` : text;
  const description = (instead: string) => fromText.trim() || fillText(instead, user);
  return (
    <>
      {image === undefined ? null : (
        <Picture
          path={image}
          size={imageSize}
          alt={post.alt ?? description(texts.media.pictureOf)}
        />
      )}
      {video === undefined ? null : (
        <Suspense fallback={<div className="ko-post__media ko-sk" />}>
          <VideoPlayer
            path={video}
            duration={videoDuration}
            label={description(texts.media.videoOf)}
          />
        </Suspense>
      )}
    </>
  );
}

import { fillText } from '@kickoff/ui';
import { postMediaAddress } from '@kickoff/web';

import { texts } from '../../texts';

interface PostVideoProps {
  post: { _id: string; video?: string | undefined };
}

/** A post's video with the browser's controls; nothing is loaded before it is played. */
export function PostVideo({ post: { _id, video } }: PostVideoProps) {
  if (video === undefined) return <span className="ko-none">{texts.posts.noVideo}</span>;
  return (
    <video
      className="ko-thumb ko-thumb--video"
      src={postMediaAddress(video)}
      controls
      playsInline
      preload="none"
      aria-label={fillText(texts.post.video, { id: _id })}
    />
  );
}

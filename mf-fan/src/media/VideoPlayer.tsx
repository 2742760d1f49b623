import { Icon, icons } from '@kickoff/ui';
import { postMediaAddress } from '@kickoff/web';
import { useEffect, useRef, useState, type SyntheticEvent } from 'react';

import { texts } from '../texts';

interface VideoPlayerProps {
  /** Path of the upload. */
  path: string;
  /** In seconds, if the file contains it. */
  duration: number | undefined;
  /** Text description. */
  label: string;
}

function formatDuration(seconds: number): string {
  const whole = Math.round(seconds);
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, '0')}`;
}

/** Only one video plays at a time. */
function pauseOthers({ currentTarget }: SyntheticEvent<HTMLVideoElement>): void {
  for (const video of document.querySelectorAll('video')) {
    if (video !== currentTarget) video.pause();
  }
}

/** A video with our own play button; the browser's controls appear once it has started. */
export function VideoPlayer({ path, duration, label }: VideoPlayerProps) {
  const video = useRef<HTMLVideoElement>(null);
  const [isSeen, setSeen] = useState(false);
  const [isStarted, setStarted] = useState(false);
  const [hasFailed, setFailed] = useState(false);
  useEffect(() => {
    const shown = video.current;
    if (!shown) return undefined;
    // The first frame is loaded once the video is near the viewport.
    const observer = new IntersectionObserver(
      (entries) => {
        if (!entries.some(({ isIntersecting }) => isIntersecting)) return;
        setSeen(true);
        observer.disconnect();
      },
      { threshold: 0.5 },
    );
    observer.observe(shown);
    return () => observer.disconnect();
  }, []);

  const start = () => {
    setFailed(false);
    setStarted(true);
    const shown = video.current;
    if (!shown) return;
    if (hasFailed) shown.load();
    shown.focus();
    // A rejected or interrupted start leaves the controls to start with.
    shown.play().catch(() => undefined);
  };
  return (
    <>
      <div className="ko-post__media">
        <video
          ref={video}
          src={postMediaAddress(path)}
          preload={isSeen ? 'metadata' : 'none'}
          controls={isStarted}
          playsInline
          tabIndex={isStarted ? 0 : -1}
          aria-label={label}
          onPlay={pauseOthers}
          onError={() => {
            setStarted(false);
            setFailed(true);
          }}
        />
        {isStarted ? null : (
          <button className="ko-play" type="button" aria-label={texts.media.play} onClick={start}>
            <Icon icon={icons.play} size={24} />
          </button>
        )}
        {isStarted || duration === undefined ? null : (
          <span className="ko-dur">{formatDuration(duration)}</span>
        )}
      </div>
      {hasFailed ? (
        <p className="ko-error" role="alert">
          {texts.media.videoFailed}
        </p>
      ) : null}
    </>
  );
}

import type { Story } from '@kickoff/contracts';
import { Avatar, Button, fillText, formatShortAge, Icon, icons, Loading } from '@kickoff/ui';
import { pictureAddress, storyMediaAddress } from '@kickoff/web';
import clsx from 'clsx';
import { useEffect, useEffectEvent, useRef, useState, type ReactNode } from 'react';

import { texts } from '../../texts';
import { storyPicture } from './story-media';
import styles from './StoryViewer.module.css';

/** How long an image is shown. */
const IMAGE_MS = 5_000;
/** A longer frame was spent in the background and does not count. */
const FRAME_MOST_MS = 100;

interface StoryStageProps {
  story: Story;
  /** Number of the story among its fan's stories, from 1. */
  number: number;
  total: number;
  isPaused: boolean;
  isMuted: boolean;
  /** Called when the story has loaded. */
  onShown: () => void;
  /** Browsers play no sound before the first interaction with the page. */
  onSilenced: () => void;
  onOver: () => void;
  /** Called when the story cannot be shown. */
  onFailed: () => void;
  /** Rendered at the lower edge, under the caption. */
  below: ReactNode;
  /** The controls of the top row. */
  children: ReactNode;
}

/** One story: its picture or video, its fan and its progress. */
export function StoryStage({
  story,
  number,
  total,
  isPaused,
  isMuted,
  onShown,
  onSilenced,
  onOver,
  onFailed,
  below,
  children,
}: StoryStageProps) {
  const [now] = useState(Date.now);
  const [state, setState] = useState<'loading' | 'shown' | 'failed'>('loading');
  const [attempt, setAttempt] = useState(0);
  const [isWide, setWide] = useState(false);
  const bar = useRef<HTMLElement>(null);
  const video = useRef<HTMLVideoElement>(null);
  const shownMs = useRef(0);
  const isVideo = story.mediaType === 'video';
  // Some phones load nothing of a video before it is played.
  const isRunning = !isPaused && (state === 'shown' || (state === 'loading' && isVideo));

  const show = (width: number, height: number) => {
    setWide(width > height);
    setState('shown');
    onShown();
  };
  const fail = () => {
    setState('failed');
    onFailed();
  };
  const retry = () => {
    setState('loading');
    setAttempt(attempt + 1);
  };

  const advance = useEffectEvent((passedMs: number) => {
    const { current: player } = video;
    if (!player) shownMs.current += passedMs;
    const part = player ? player.currentTime / player.duration : shownMs.current / IMAGE_MS;
    bar.current?.style.setProperty('--p', `${Math.min(1, part || 0) * 100}%`);
    if (!player && part >= 1) onOver();
  });
  useEffect(() => {
    if (!isRunning) return undefined;
    let last = performance.now();
    let frame = requestAnimationFrame(function step(at) {
      frame = requestAnimationFrame(step);
      advance(Math.min(FRAME_MOST_MS, Math.max(0, at - last)));
      last = at;
    });
    return () => cancelAnimationFrame(frame);
  }, [isRunning]);

  const silence = useEffectEvent(onSilenced);
  useEffect(() => {
    const { current: player } = video;
    if (!player) return;
    if (!isRunning) {
      player.pause();
      return;
    }
    player.play().catch((refusal: unknown) => {
      // Any other rejection is a pause that happened meanwhile.
      if (refusal instanceof DOMException && refusal.name === 'NotAllowedError') silence();
    });
  }, [isRunning, isMuted]);

  const mediaClass = clsx(styles.media, isWide && styles.whole);
  const text = story.alt ?? fillText(texts.stories.ofFan, story.user);
  return (
    <div className={styles.stage}>
      {state === 'loading' ? <Loading /> : null}
      {state === 'failed' ? (
        <div className={clsx('ko-empty', styles.fault)} role="alert">
          <p>{texts.story.broken}</p>
          <Button look="soft" onClick={retry}>
            <Icon icon={icons.rotateCw} size={16} />
            {texts.actions.retry}
          </Button>
        </div>
      ) : isVideo ? (
        <video
          key={attempt}
          ref={video}
          className={mediaClass}
          src={storyMediaAddress(story.media)}
          aria-label={text}
          preload="auto"
          data-hold
          playsInline
          muted={isMuted}
          onLoadedData={({ currentTarget }) =>
            show(currentTarget.videoWidth, currentTarget.videoHeight)
          }
          onEnded={onOver}
          onError={fail}
        />
      ) : (
        <img
          key={attempt}
          className={mediaClass}
          {...storyPicture(story.media)}
          alt={text}
          draggable={false}
          data-hold
          onLoad={({ currentTarget }) =>
            show(currentTarget.naturalWidth, currentTarget.naturalHeight)
          }
          onError={fail}
        />
      )}
      <div className={styles.top}>
        <div
          className={styles.bars}
          role="progressbar"
          aria-label={fillText(texts.story.position, { number, total })}
          aria-valuenow={number}
          aria-valuemin={1}
          aria-valuemax={total}
        >
          {Array.from({ length: total }, (_, index) => (
            <i
              key={index}
              ref={index + 1 === number ? bar : null}
              style={{ '--p': index + 1 < number ? '100%' : '0%' }}
            />
          ))}
        </div>
        <div className={styles.who}>
          <Avatar fan={story.user} picture={pictureAddress(story.user)} size={36} />
          <span>{story.user.username}</span>
          <small>{formatShortAge(story.createdAt, now)}</small>
          <span className={styles.acts}>{children}</span>
        </div>
      </div>
      <div className={styles.bottom}>
        {story.caption === undefined ? null : (
          <p className={styles.caption} dir="auto" data-hold>
            {story.caption}
          </p>
        )}
        {below}
      </div>
    </div>
  );
}

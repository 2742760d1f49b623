import { NETWORK_FAILURE, type Story } from '@kickoff/contracts';
import { ConfirmDialog, fillText, FormAlert, Icon, icons, Overlay } from '@kickoff/ui';
import { useLazyComponent } from '@kickoff/web';
import clsx from 'clsx';
import { useEffect, useRef, useState, type KeyboardEvent } from 'react';

import { loadReportDialog } from '../../parts/load-report-dialog';
import { texts } from '../../texts';
import { useDeleteStory } from './api/useDeleteStory';
import { useMarkStorySeen } from './api/useMarkStorySeen';
import { useRefetchStories } from './api/useStories';
import { preloadStory } from './story-media';
import { StoryReply } from './StoryReply';
import { StorySeenBy } from './StorySeenBy';
import { StoryStage } from './StoryStage';
import styles from './StoryViewer.module.css';
import { useHoldToPause } from './useHoldToPause';

interface StoryViewerProps {
  /** The stories in playing order, grouped by fan. */
  stories: readonly Story[];
  /** Index of the story to start with. */
  start: number;
  readerId: string | undefined;
  onClose: () => void;
}

/** Plays stories over the whole screen. */
export function StoryViewer({ stories: given, start, readerId, onClose }: StoryViewerProps) {
  const markSeen = useMarkStorySeen();
  const deleteStory = useDeleteStory();
  const refetch = useRefetchStories();
  const [stories, setStories] = useState(given);
  const [index, setIndex] = useState(start);
  // With reduced motion each story is started by hand.
  const [isPaused, setPaused] = useState(
    () => window.matchMedia('(prefers-reduced-motion: reduce)').matches,
  );
  const [isMuted, setMuted] = useState(false);
  const [isAsking, setAsking] = useState(false);
  const [isListing, setListing] = useState(false);
  const [isReplying, setReplying] = useState(false);
  const { isHeld, holdProps } = useHoldToPause();
  const [fault, setFault] = useState<string>();
  const reporting = useLazyComponent(loadReportDialog);
  const [reported, setReported] = useState<Story>();
  const viewer = useRef<HTMLDivElement>(null);
  const shownId = stories[index]?._id;

  useEffect(() => {
    // Buttons unmount with their story; keys are handled where the focus is.
    if (!isAsking && !viewer.current?.contains(document.activeElement)) viewer.current?.focus();
  }, [shownId, isAsking]);
  useEffect(() => {
    // Media of the page below must not play on unseen.
    for (const video of document.querySelectorAll('video')) {
      if (!video.closest('dialog')) video.pause();
    }
  }, []);

  const story = stories[index];
  if (!story) return null;

  const ofFan = stories.filter(({ user }) => user._id === story.user._id);
  const number = ofFan.indexOf(story) + 1;
  const isOwn = story.user._id === readerId;

  const goTo = (next: number) => {
    setListing(false);
    setReplying(false);
    setFault(undefined);
    if (next >= stories.length) onClose();
    else setIndex(Math.max(0, next));
  };
  const handleShown = () => {
    // Not before: it would take bandwidth from the story that the reader waits for.
    preloadStory(stories[index + 1]);
    if (story.seen) return;
    // On failure the ring stays unseen, and the story is shown again.
    void markSeen(story).catch(() => undefined);
  };
  const remove = async () => {
    await deleteStory(story);
    const left = stories.filter(({ _id }) => _id !== story._id);
    setStories(left);
    if (index >= left.length) onClose();
  };
  const handleKey = (event: KeyboardEvent) => {
    if (isListing || event.target instanceof HTMLInputElement) return;
    if (event.key === 'ArrowRight') goTo(index + 1);
    else if (event.key === 'ArrowLeft') goTo(index - 1);
    // A focused button handles the key itself.
    else if (event.key === ' ' && !(event.target instanceof HTMLButtonElement)) {
      event.preventDefault();
      setPaused(!isPaused);
    }
  };
  const report = () => {
    setFault(undefined);
    setReported(story);
    // Loaded first: this dialog would cover the toast about a failure.
    loadReportDialog().then(reporting.open, () => {
      setReported(undefined);
      setFault(NETWORK_FAILURE);
    });
  };
  const closeReport = () => {
    setReported(undefined);
    reporting.close();
  };
  const leave = () => {
    if (isListing) setListing(false);
    else onClose();
  };

  return (
    <>
      <Overlay aria-label={fillText(texts.stories.ofFan, story.user)} onLeave={leave}>
        <div
          className={styles.viewer}
          tabIndex={-1}
          ref={viewer}
          onKeyDown={handleKey}
          {...holdProps}
        >
          <p className="ko-sr" role="status">
            {fillText(texts.story.positionOfFan, {
              number,
              total: ofFan.length,
              username: story.user.username,
            })}
          </p>
          <StoryStage
            key={story._id}
            story={story}
            number={number}
            total={ofFan.length}
            isPaused={
              isPaused || isHeld || isReplying || isAsking || isListing || reported !== undefined
            }
            isMuted={isMuted}
            onShown={handleShown}
            onSilenced={() => setMuted(true)}
            onOver={() => goTo(index + 1)}
            onFailed={refetch}
            below={
              isOwn ? (
                <StorySeenBy
                  storyId={story._id}
                  isOpen={isListing}
                  onToggle={() => setListing(!isListing)}
                />
              ) : (
                <>
                  {fault === undefined ? null : <FormAlert kind="error" text={fault} />}
                  <StoryReply
                    key={story._id}
                    story={story}
                    readerId={readerId}
                    onTyping={setReplying}
                    onSent={() => viewer.current?.focus()}
                  />
                </>
              )
            }
          >
            <button
              className="ko-icbtn"
              type="button"
              aria-label={isPaused ? texts.story.play : texts.story.pause}
              onClick={() => setPaused(!isPaused)}
            >
              <Icon icon={isPaused ? icons.play : icons.pause} />
            </button>
            {story.mediaType === 'video' ? (
              <button
                className="ko-icbtn"
                type="button"
                aria-label={isMuted ? texts.story.unmute : texts.story.mute}
                onClick={() => setMuted(!isMuted)}
              >
                <Icon icon={isMuted ? icons.volumeX : icons.volume2} />
              </button>
            ) : null}
            {isOwn ? (
              <button
                className="ko-icbtn"
                type="button"
                aria-label={texts.story.delete}
                onClick={() => setAsking(true)}
              >
                <Icon icon={icons.trash} />
              </button>
            ) : null}
            {isOwn ? null : (
              <button
                className="ko-icbtn"
                type="button"
                aria-label={texts.story.report}
                onClick={report}
              >
                <Icon icon={icons.flag} />
              </button>
            )}
            <button
              className="ko-icbtn"
              type="button"
              aria-label={texts.story.close}
              onClick={onClose}
            >
              <Icon icon={icons.x} />
            </button>
          </StoryStage>
          {isListing ? null : (
            <>
              <button
                className={clsx('ko-icbtn', styles.nav, styles.previous)}
                type="button"
                aria-label={texts.story.previous}
                data-hold
                onClick={() => goTo(index - 1)}
              >
                <Icon icon={icons.chevronLeft} size={24} />
              </button>
              <button
                className={clsx('ko-icbtn', styles.nav, styles.next)}
                type="button"
                aria-label={texts.story.next}
                data-hold
                onClick={() => goTo(index + 1)}
              >
                <Icon icon={icons.chevronRight} size={24} />
              </button>
            </>
          )}
        </div>
      </Overlay>
      {isAsking ? (
        <ConfirmDialog
          title={texts.story.deleteTitle}
          text={texts.story.deleteConsequences}
          verb={texts.story.deleteVerb}
          onConfirm={remove}
          onClose={() => setAsking(false)}
        />
      ) : null}
      {reporting.Component && reported ? (
        <reporting.Component
          target={{
            type: 'story',
            id: reported._id,
            title: fillText(texts.report.ofStory, reported.user),
          }}
          onClose={closeReport}
        />
      ) : null}
    </>
  );
}

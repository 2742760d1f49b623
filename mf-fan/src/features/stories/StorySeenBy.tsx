import { Avatar, Button, ErrorState, fillText, formatCount, Loading, ShowMore } from '@kickoff/ui';
import { pictureAddress } from '@kickoff/web';
import clsx from 'clsx';
import { useId } from 'react';

import { texts } from '../../texts';
import { useStoryViewers } from './api/useStoryViewers';
import styles from './StoryViewer.module.css';

interface StorySeenByProps {
  storyId: string;
  isOpen: boolean;
  onToggle: () => void;
}

/** The viewers of an own story: their number on the button, their names above it. */
export function StorySeenBy({ storyId, isOpen, onToggle }: StorySeenByProps) {
  const id = useId();
  const viewers = useStoryViewers(storyId);
  const { isError, hasNextPage, isFetchNextPageError, refetch } = viewers;
  const fans = viewers.data?.pages.flatMap(({ items }) => items);
  const count = fans && `${formatCount(fans.length)}${hasNextPage ? '+' : ''}`;
  return (
    <div className="ko-relative">
      {isOpen ? (
        <div
          className={clsx('ko-pop', styles.viewers)}
          id={id}
          role="region"
          aria-label={texts.story.viewers}
        >
          <p className="ko-pop__title">{texts.story.seenBy}</p>
          {isError && !isFetchNextPageError ? (
            <ErrorState text={texts.story.viewersFailed} onRetry={() => void refetch()} />
          ) : null}
          {fans || isError ? null : (
            <Loading>
              {[0, 1, 2].map((index) => (
                <div className="ko-opt" key={index}>
                  <span className="ko-sk ko-av ko-av--32" />
                  <span className="ko-sk ko-sk--line" />
                </div>
              ))}
            </Loading>
          )}
          {fans?.length === 0 && !hasNextPage ? (
            <p className="ko-opt">{texts.story.noViewers}</p>
          ) : null}
          <ul>
            {fans?.map((fan) => (
              <li className="ko-opt" key={fan._id}>
                <Avatar fan={fan} picture={pictureAddress(fan)} size={32} />
                <span>{fan.username}</span>
              </li>
            ))}
          </ul>
          <ShowMore
            of={viewers}
            className="ko-pad"
            label={texts.actions.showMore}
            failure={texts.story.viewersFailed}
          />
        </div>
      ) : null}
      <Button
        look="soft"
        size="sm"
        aria-expanded={isOpen}
        aria-controls={isOpen ? id : undefined}
        onClick={onToggle}
      >
        {count === undefined ? texts.story.seenBy : fillText(texts.story.seenByCount, { count })}
      </Button>
    </div>
  );
}

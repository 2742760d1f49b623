import { Avatar, Button, formatCount, ErrorState, Loading, ShowMore } from '@kickoff/ui';
import { pictureAddress } from '@kickoff/web';
import { useId } from 'react';

import { useStoryViewers } from './api/useStoryViewers';

interface StorySeenByProps {
  storyId: string;
  isOpen: boolean;
  onToggle: () => void;
}

const FAILURE = 'Failed to fetch who has seen it';

/** The viewers of an own story: their number on the button, their names above it. */
export function StorySeenBy({ storyId, isOpen, onToggle }: StorySeenByProps) {
  const id = useId();
  const viewers = useStoryViewers(storyId);
  const { isError, hasNextPage, isFetchNextPageError, refetch } = viewers;
  const fans = viewers.data?.pages.flatMap(({ items }) => items);
  const count = fans ? ` ${formatCount(fans.length)}${hasNextPage ? '+' : ''}` : '';
  return (
    <div style={{ position: 'relative' }}>
      {isOpen ? (
        <div
          className="ko-pop"
          id={id}
          role="region"
          aria-label="Fans who have seen this story"
          style={{ inset: 'auto 0 calc(100% + 8px)', maxHeight: '50vh', overflowY: 'auto' }}
        >
          <p className="ko-pop__title">Seen by</p>
          {isError && !isFetchNextPageError ? (
            <ErrorState text={FAILURE} onRetry={() => void refetch()} />
          ) : null}
          {fans || isError ? null : (
            <Loading>
              {[0, 1, 2].map((index) => (
                <div className="ko-opt" key={index}>
                  <span className="ko-sk ko-av ko-av--32" style={{ borderRadius: '50%' }} />
                  <span className="ko-sk" style={{ width: '40%', height: '.8em' }} />
                </div>
              ))}
            </Loading>
          )}
          {fans?.length === 0 && !hasNextPage ? (
            <p className="ko-opt">Nobody has seen it yet</p>
          ) : null}
          <ul>
            {fans?.map((fan) => (
              <li className="ko-opt" key={fan._id}>
                <Avatar fan={fan} picture={pictureAddress(fan)} size={32} />
                <span>{fan.username}</span>
              </li>
            ))}
          </ul>
          <ShowMore of={viewers} className="ko-pad" label="Show more" failure={FAILURE} />
        </div>
      ) : null}
      <Button
        look="soft"
        size="sm"
        aria-expanded={isOpen}
        aria-controls={isOpen ? id : undefined}
        onClick={onToggle}
      >
        Seen by{count}
      </Button>
    </div>
  );
}

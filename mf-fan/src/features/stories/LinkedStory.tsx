import { raiseToast, useOwnProfile } from '@kickoff/web';
import { useEffect, useRef, useState } from 'react';

import { texts } from '../../texts';
import { useStories } from './api/useStories';
import { groupsOf } from './story-groups';
import { StoryViewer } from './StoryViewer';

interface LinkedStoryProps {
  storyId: string;
  onClose: () => void;
}

/** Plays the story that an address names, and the later ones of its fan. */
export function LinkedStory({ storyId, onClose }: LinkedStoryProps) {
  const { data: me } = useOwnProfile();
  const { data, isFetching, isError, hasNextPage, fetchNextPage, refetch } = useStories();
  const isAsked = useRef(false);
  const [isFresh, setFresh] = useState(false);
  const stories = data?.pages.flatMap(({ items }) => items) ?? [];
  const group = groupsOf(stories, me?._id).find((each) =>
    each.stories.some(({ _id }) => _id === storyId),
  );
  const isFound = group !== undefined;
  useEffect(() => {
    if (isFound || isFetching) return;
    if (!isFresh) {
      // The cached list may be older than the story.
      if (!isAsked.current) void refetch().then(() => setFresh(true));
      isAsked.current = true;
    } else if (hasNextPage && !isError) {
      void fetchNextPage();
    } else {
      raiseToast({ kind: 'error', text: isError ? texts.stories.failed : texts.story.gone });
      onClose();
    }
  }, [isFound, isFresh, isFetching, isError, hasNextPage, fetchNextPage, refetch, onClose]);

  if (!group) return null;
  return (
    <StoryViewer
      stories={group.stories}
      start={group.stories.findIndex(({ _id }) => _id === storyId)}
      readerId={me?._id}
      onClose={onClose}
    />
  );
}

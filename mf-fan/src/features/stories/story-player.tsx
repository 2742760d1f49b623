import { LinkedStory } from './LinkedStory';
import type { StoryGroup } from './story-groups';
import { StoryViewer } from './StoryViewer';

/** Returns the viewer of all groups, beginning with the first unseen story of one. */
export function storyViewer(
  group: StoryGroup,
  groups: readonly StoryGroup[],
  readerId: string | undefined,
  onClose: () => void,
) {
  const playlist = groups.flatMap((each) => each.stories);
  const first = group.stories.find(({ seen }) => !seen) ?? group.stories[0];
  return (
    <StoryViewer
      stories={playlist}
      start={playlist.findIndex((story) => story === first)}
      readerId={readerId}
      onClose={onClose}
    />
  );
}

/** Returns the viewer of the story with this id. */
export function linkedStory(storyId: string, onClose: () => void) {
  return <LinkedStory storyId={storyId} onClose={onClose} />;
}

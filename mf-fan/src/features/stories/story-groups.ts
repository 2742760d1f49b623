import type { FanSummary, Story } from '@kickoff/contracts';

/** The stories of one fan: one ring of the strip. */
export interface StoryGroup {
  fan: FanSummary;
  /** In playing order, oldest first. */
  stories: Story[];
}

/** Groups stories by fan: the reader's own first, the others in the server's order. */
export function groupsOf(stories: readonly Story[], readerId: string | undefined): StoryGroup[] {
  const groups = new Map<string, StoryGroup>();
  for (const story of stories) {
    const group = groups.get(story.user._id) ?? { fan: story.user, stories: [] };
    group.stories.push(story);
    groups.set(story.user._id, group);
  }
  const inOrder = [...groups.values()];
  for (const group of inOrder) {
    group.stories.sort((one, other) => Date.parse(one.createdAt) - Date.parse(other.createdAt));
  }
  const isOwn = ({ fan }: StoryGroup) => fan._id === readerId;
  return [...inOrder.filter(isOwn), ...inOrder.filter((group) => !isOwn(group))];
}

/** Returns whether the reader has seen all stories of a group. */
export function isSeen({ stories }: StoryGroup): boolean {
  return stories.every(({ seen }) => seen);
}

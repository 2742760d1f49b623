import type { Story } from '@kickoff/contracts';

import type { StoryPages } from './useStories';

/** Changes the stories of each page. */
export function withStories(
  list: StoryPages | undefined,
  change: (stories: Story[], page: number) => Story[],
): StoryPages | undefined {
  return (
    list && {
      ...list,
      pages: list.pages.map((page, index) => ({ ...page, items: change(page.items, index) })),
    }
  );
}

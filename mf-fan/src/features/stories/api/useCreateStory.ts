import type { StoryMediaType } from '@kickoff/contracts';
import { useQueryClient } from '@kickoff/web';
import { uploadForm } from '@kickoff/web/upload-form';

import { withStories } from './story-pages';
import { STORIES_KEY, type StoryPages } from './useStories';

interface NewStoryFile {
  file: File;
  mediaType: StoryMediaType;
  alt: string;
  caption: string;
  /** Idempotency key, the same for every attempt to send this file. */
  key: string;
  onProgress: (fraction: number) => void;
  signal: AbortSignal;
}

/** Publishes a story and adds it to the cached strip. */
export function useCreateStory() {
  const queries = useQueryClient();
  return async ({
    file,
    mediaType,
    alt,
    caption,
    key,
    ...running
  }: NewStoryFile): Promise<void> => {
    const form = new FormData();
    form.set('mediaType', mediaType);
    form.set('alt', alt);
    form.set('caption', caption);
    // Last, so that the server has the other fields before the file.
    form.set('media', file);
    const story = await uploadForm('/api/st/stories', {
      form,
      as: 'fan',
      idempotencyKey: key,
      ...running,
    });

    // A list in flight was requested before the story existed and would overwrite it.
    await queries.cancelQueries({ queryKey: STORIES_KEY });
    if (!queries.getQueryData<StoryPages>(STORIES_KEY)) {
      void queries.invalidateQueries({ queryKey: STORIES_KEY });
      return;
    }
    queries.setQueryData<StoryPages>(STORIES_KEY, (list) =>
      withStories(list, (stories, page) => {
        // An earlier attempt may have succeeded without its response.
        const others = stories.filter(({ _id }) => _id !== story._id);
        return page === 0 ? [story, ...others] : others;
      }),
    );
  };
}

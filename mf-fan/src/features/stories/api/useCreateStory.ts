import type { Story, StoryMediaType } from '@kickoff/contracts';
import { useQueryClient } from '@kickoff/web';
import { uploadForm } from '@kickoff/web/upload-form';

import { STORIES_KEY } from './useStories';

interface NewStoryFile {
  file: File;
  mediaType: StoryMediaType;
  alt: string;
  /** Idempotency key, the same for every attempt to send this file. */
  key: string;
  onProgress: (fraction: number) => void;
  signal: AbortSignal;
}

/** Publishes a story and adds it to the cached strip. */
export function useCreateStory() {
  const queries = useQueryClient();
  return async ({ file, mediaType, alt, key, ...running }: NewStoryFile): Promise<void> => {
    const form = new FormData();
    form.set('mediaType', mediaType);
    form.set('alt', alt);
    // Last, so that the server has the other fields before the file.
    form.set('media', file);
    const story = await uploadForm<Story>('/api/st/stories', {
      form,
      as: 'fan',
      idempotencyKey: key,
      ...running,
    });

    // A list in flight was requested before the story existed and would overwrite it.
    await queries.cancelQueries({ queryKey: STORIES_KEY });
    const stories = queries.getQueryData<Story[]>(STORIES_KEY);
    if (!stories) {
      void queries.invalidateQueries({ queryKey: STORIES_KEY });
      return;
    }
    // An earlier attempt may have succeeded without its response.
    const others = stories.filter(({ _id }) => _id !== story._id);
    queries.setQueryData<Story[]>(STORIES_KEY, [story, ...others]);
  };
}

import type { Story, StoryMediaType } from '@kickoff/contracts';
import { useQueryClient } from '@kickoff/web';

import { uploadForm } from '../../../media/upload-form';
import { STORIES_KEY } from './useStories';

interface NewStoryFile {
  file: File;
  mediaType: StoryMediaType;
  alt: string;
  /** The same for every try to send this file, so that it becomes one story. */
  key: string;
  onProgress: (fraction: number) => void;
  signal: AbortSignal;
}

/** Adds a story and puts it into the strip. */
export function useCreateStory() {
  const queries = useQueryClient();
  return async ({ file, mediaType, alt, key, ...running }: NewStoryFile): Promise<void> => {
    const form = new FormData();
    form.set('mediaType', mediaType);
    form.set('alt', alt);
    // Last, so that the server knows what it is before the bytes come.
    form.set('media', file);
    const story = await uploadForm<Story>('/api/st/stories', {
      form,
      as: 'fan',
      idempotencyKey: key,
      ...running,
    });

    // A list on its way was asked for before the story was there and would cover it.
    await queries.cancelQueries({ queryKey: STORIES_KEY });
    const stories = queries.getQueryData<Story[]>(STORIES_KEY);
    if (!stories) {
      void queries.invalidateQueries({ queryKey: STORIES_KEY });
      return;
    }
    // An earlier try may have arrived although its answer did not.
    const others = stories.filter(({ _id }) => _id !== story._id);
    queries.setQueryData<Story[]>(STORIES_KEY, [story, ...others]);
  };
}

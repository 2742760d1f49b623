import { IMAGE_MAX_BYTES, VIDEO_MAX_BYTES, type StoryMediaType } from '@kickoff/contracts';
import { fillText } from '@kickoff/ui';

import { texts } from '../../texts';

const MIB = 1024 * 1024;
const STORY_MEDIA_TYPES = ['image', 'video'] as const;
const MOST_BYTES: Record<StoryMediaType, number> = {
  image: IMAGE_MAX_BYTES,
  video: VIDEO_MAX_BYTES,
};

/** A valid file for a story. */
export interface StoryFile {
  file: File;
  mediaType: StoryMediaType;
}

/** Validates a file by its declared type and size. The server checks the content. */
export function validateStoryFile(file: File): StoryFile | { fault: string } {
  const mediaType = STORY_MEDIA_TYPES.find((type) => file.type.startsWith(`${type}/`));
  if (!mediaType) {
    return { fault: fillText(texts.stories.notMedia, { name: file.name }) };
  }
  const mostBytes = MOST_BYTES[mediaType];
  if (file.size <= mostBytes) return { file, mediaType };
  return { fault: fillText(texts.files.tooLarge, { name: file.name, max: mostBytes / MIB }) };
}

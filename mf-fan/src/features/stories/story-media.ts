import type { Story } from '@kickoff/contracts';
import { storyMediaAddress } from '@kickoff/web';

/** Returns the attributes of a story's picture, which fills a phone's screen. */
export function storyPicture(media: string) {
  const src = storyMediaAddress(media, 1080);
  return {
    // Before the addresses, so that the browser requests one width only.
    sizes: '(max-width: 767px) 100vw, 484px',
    srcSet: `${storyMediaAddress(media, 640)} 640w, ${src} 1080w`,
    src,
  };
}

/** Loads the picture of a story, or the beginning of its video, into the browser's cache. */
export function preloadStory(story: Story | undefined): void {
  if (!story) return;
  if (story.mediaType === 'video') {
    const video = document.createElement('video');
    video.preload = 'metadata';
    video.src = storyMediaAddress(story.media);
    return;
  }
  const { sizes, srcSet, src } = storyPicture(story.media);
  Object.assign(new Image(), { sizes, srcset: srcSet, src });
}

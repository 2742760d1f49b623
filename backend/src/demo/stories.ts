import type { DemoClip } from './posts.js';
import type { DemoScene } from './scenes.js';

/** A story of the demo cast. Stories expire after a day, so they are posted again at each start. */
export interface DemoStory {
  by: number;
  hoursAgo: number;
  picture?: DemoScene;
  clip?: DemoClip;
  alt: string;
}

/** Oldest first. */
export const DEMO_STORIES: readonly DemoStory[] = [
  { by: 12, hoursAgo: 17, picture: 'boots', alt: 'Two orange boots on a frosty touchline' },
  { by: 3, hoursAgo: 11, picture: 'napkin', alt: 'A plan drawn on a napkin' },
  { by: 20, hoursAgo: 8, clip: 'counter', alt: 'A counter-attack on the tactics board' },
  { by: 2, hoursAgo: 6, picture: 'awayRain', alt: 'A corner flag in the rain' },
  { by: 8, hoursAgo: 4, picture: 'oldStand', alt: 'The old stand in the sun' },
  { by: 1, hoursAgo: 3, picture: 'scarves', alt: 'Two scarves over a rail' },
  { by: 9, hoursAgo: 1, clip: 'lights', alt: 'The floodlights come on' },
];

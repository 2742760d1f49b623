/** The fans' navigation, named 'Main' on the page. */
export const MAIN = 'main';
/** Where an entry of the navigation stands. */
export const NAVIGATION_PLACES = [MAIN, 'admin/users', 'admin/content', 'admin/analytics'] as const;
export type NavigationPlace = (typeof NAVIGATION_PLACES)[number];

/** The position of an entry without an `order`. */
export const DEFAULT_ORDER = 500;

/** The icons of `@kickoff/ui` that an entry of the navigation may have. */
export const NAVIGATION_ICONS = [
  'bell',
  'bookmark',
  'boxes',
  'chartColumn',
  'chartPie',
  'circleAlert',
  'fileText',
  'flag',
  'heart',
  'house',
  'image',
  'mail',
  'megaphone',
  'messageCircle',
  'play',
  'scrollText',
  'search',
  'settings',
  'shieldUser',
  'star',
  'trophy',
  'user',
  'users',
  'video',
] as const;
export type NavigationIcon = (typeof NAVIGATION_ICONS)[number];

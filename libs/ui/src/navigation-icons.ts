import type { NavigationIcon } from '@kickoff/contracts';
import type { IconNode } from 'lucide';

import * as icons from './icons';

/** The icons that entries of the navigation may have. All of them are loaded with this list. */
export const navigationIcons: Readonly<Record<NavigationIcon, IconNode>> = {
  bell: icons.bell,
  bookmark: icons.bookmark,
  boxes: icons.boxes,
  chartColumn: icons.chartColumn,
  chartPie: icons.chartPie,
  circleAlert: icons.circleAlert,
  fileText: icons.fileText,
  flag: icons.flag,
  heart: icons.heart,
  house: icons.house,
  image: icons.image,
  mail: icons.mail,
  megaphone: icons.megaphone,
  messageCircle: icons.messageCircle,
  play: icons.play,
  scrollText: icons.scrollText,
  search: icons.search,
  settings: icons.settings,
  shieldUser: icons.shieldUser,
  star: icons.star,
  trophy: icons.trophy,
  user: icons.user,
  users: icons.users,
  video: icons.video,
};

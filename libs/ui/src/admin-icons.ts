// Icons that only admins see: apart from the others, which the first page of everybody carries.
import type { IconNode } from 'lucide';
import arrowDownNode from 'lucide/dist/esm/icons/arrow-down.mjs';
import arrowUpNode from 'lucide/dist/esm/icons/arrow-up.mjs';
import arrowUpDownNode from 'lucide/dist/esm/icons/arrow-up-down.mjs';
import chartColumnNode from 'lucide/dist/esm/icons/chart-column.mjs';
import chartPieNode from 'lucide/dist/esm/icons/chart-pie.mjs';
import downloadNode from 'lucide/dist/esm/icons/download.mjs';
import fileTextNode from 'lucide/dist/esm/icons/file-text.mjs';
import flagNode from 'lucide/dist/esm/icons/flag.mjs';
import listFilterNode from 'lucide/dist/esm/icons/list-filter.mjs';
import megaphoneNode from 'lucide/dist/esm/icons/megaphone.mjs';
import scrollTextNode from 'lucide/dist/esm/icons/scroll-text.mjs';
import shieldUserNode from 'lucide/dist/esm/icons/shield-user.mjs';
import usersNode from 'lucide/dist/esm/icons/users.mjs';

export const arrowDown: IconNode = arrowDownNode;
export const arrowUp: IconNode = arrowUpNode;
export const arrowUpDown: IconNode = arrowUpDownNode;
export const chartColumn: IconNode = chartColumnNode;
export const chartPie: IconNode = chartPieNode;
export const download: IconNode = downloadNode;
export const fileText: IconNode = fileTextNode;
export const flag: IconNode = flagNode;
export const listFilter: IconNode = listFilterNode;
export const megaphone: IconNode = megaphoneNode;
export const scrollText: IconNode = scrollTextNode;
export const shieldUser: IconNode = shieldUserNode;
export const users: IconNode = usersNode;

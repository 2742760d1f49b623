import type { IconNode } from 'lucide';
// One module an icon: the package's own index would be read whole at each build.
import arrowLeftNode from 'lucide/dist/esm/icons/arrow-left.mjs';
import chevronRightNode from 'lucide/dist/esm/icons/chevron-right.mjs';
import circleAlertNode from 'lucide/dist/esm/icons/circle-alert.mjs';
import circleCheckNode from 'lucide/dist/esm/icons/circle-check.mjs';
import lockNode from 'lucide/dist/esm/icons/lock.mjs';
import logOutNode from 'lucide/dist/esm/icons/log-out.mjs';
import mailNode from 'lucide/dist/esm/icons/mail.mjs';
import rotateCwNode from 'lucide/dist/esm/icons/rotate-cw.mjs';
import searchNode from 'lucide/dist/esm/icons/search.mjs';
import wifiOffNode from 'lucide/dist/esm/icons/wifi-off.mjs';
import xNode from 'lucide/dist/esm/icons/x.mjs';

export const arrowLeft: IconNode = arrowLeftNode;
export const chevronRight: IconNode = chevronRightNode;
export const circleAlert: IconNode = circleAlertNode;
export const circleCheck: IconNode = circleCheckNode;
export const lock: IconNode = lockNode;
export const logOut: IconNode = logOutNode;
export const mail: IconNode = mailNode;
export const rotateCw: IconNode = rotateCwNode;
export const search: IconNode = searchNode;
export const wifiOff: IconNode = wifiOffNode;
export const x: IconNode = xNode;

import type { PushMessage } from '@kickoff/contracts';

import { texts } from '../src/texts';

const ICON = '/assets/icon-192.png';
/** Shown for a message that cannot be read: browsers require a notification for every message. */
const UNREADABLE: PushMessage = {
  title: 'KickOff',
  text: texts.push.unreadable,
  address: '/notifications',
};

/** A window of this origin. */
interface Tab {
  readonly url: string;
  readonly focused: boolean;
  focus: () => Promise<unknown>;
  navigate: (url: string) => Promise<unknown>;
}

interface Tabs {
  matchAll: (options: { type: 'window'; includeUncontrolled: true }) => Promise<readonly Tab[]>;
  openWindow: (url: string) => Promise<unknown>;
}

function isPushMessage(value: unknown): value is PushMessage {
  return (
    typeof value === 'object' &&
    value !== null &&
    ['title', 'text', 'address'].every(
      (name) => name in value && typeof Reflect.get(value, name) === 'string',
    )
  );
}

function parseMessage(data: Pick<PushMessageData, 'json'> | null): PushMessage {
  try {
    const message: unknown = data?.json();
    return isPushMessage(message) ? message : UNREADABLE;
  } catch {
    return UNREADABLE;
  }
}

/** Shows a push message as a notification. */
export async function showMessage(
  data: Pick<PushMessageData, 'json'> | null,
  registration: Pick<ServiceWorkerRegistration, 'showNotification'>,
): Promise<void> {
  const { title, text, address } = parseMessage(data);
  await registration.showNotification(title, { body: text, data: address, icon: ICON });
}

/** Returns the URL of a notification's address if it is of this origin, else the notifications'. */
function ownUrl(address: unknown, origin: string): string {
  try {
    const url = typeof address === 'string' ? new URL(address, origin) : undefined;
    if (url?.origin === origin) return url.href;
  } catch {
    // It is no address.
  }
  return new URL(UNREADABLE.address, origin).href;
}

/** Opens the address of a notification: in the tab that shows it, else in an open one. */
export async function openAddress(address: unknown, origin: string, tabs: Tabs): Promise<void> {
  const url = ownUrl(address, origin);
  const open = await tabs.matchAll({ type: 'window', includeUncontrolled: true });
  const tab =
    open.find((each) => each.url === url) ?? open.find(({ focused }) => focused) ?? open[0];
  if (!tab) {
    await tabs.openWindow(url);
    return;
  }
  try {
    await tab.focus();
    if (tab.url !== url) await tab.navigate(url);
  } catch {
    // A tab that this worker does not control cannot be navigated.
    await tabs.openWindow(url);
  }
}

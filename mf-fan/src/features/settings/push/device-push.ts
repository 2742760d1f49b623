/** Whether this browser can show push messages, and whether its person allows it. */
export type PushPermission = 'unsupported' | NotificationPermission;

export function pushPermission(): PushPermission {
  const canPush = 'serviceWorker' in navigator && 'PushManager' in window;
  return canPush && 'Notification' in window ? Notification.permission : 'unsupported';
}

/** Returns this browser's subscription, without asking for one. */
export async function findSubscription(): Promise<PushSubscription | undefined> {
  if (pushPermission() === 'unsupported') return undefined;
  const registration = await navigator.serviceWorker.getRegistration();
  return (await registration?.pushManager.getSubscription()) ?? undefined;
}

/** Subscribes this browser with the server's key. */
export async function subscribe(key: string): Promise<PushSubscription> {
  await navigator.serviceWorker.register('/sw.js');
  const { pushManager } = await navigator.serviceWorker.ready;
  const options = { userVisibleOnly: true, applicationServerKey: key };
  try {
    return await pushManager.subscribe(options);
  } catch (failure) {
    // There is a subscription with an earlier key of the server.
    if (!(failure instanceof DOMException) || failure.name !== 'InvalidStateError') throw failure;
    await (await pushManager.getSubscription())?.unsubscribe();
    return pushManager.subscribe(options);
  }
}

import { useSyncExternalStore } from 'react';

/** Whether this browser can show push messages, and whether its person allows it. */
type PushPermission = 'unsupported' | NotificationPermission;

function pushPermission(): PushPermission {
  const canPush = 'serviceWorker' in navigator && 'PushManager' in window;
  return canPush && 'Notification' in window ? Notification.permission : 'unsupported';
}

function onReturn(listener: () => void): () => void {
  window.addEventListener('focus', listener);
  document.addEventListener('visibilitychange', listener);
  return () => {
    window.removeEventListener('focus', listener);
    document.removeEventListener('visibilitychange', listener);
  };
}

/** Returns the permission, which may change in the browser's settings while the page is left. */
export function usePushPermission(): PushPermission {
  return useSyncExternalStore(onReturn, pushPermission);
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

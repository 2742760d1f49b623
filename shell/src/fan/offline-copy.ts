/**
 * Registers the service worker. Runs after the first page has loaded, so as not to compete with it.
 */
export function installOfflineCopy(): void {
  if (!('serviceWorker' in navigator)) return;
  const start = async () => {
    const registration = await navigator.serviceWorker.register('/sw.js');
    await navigator.serviceWorker.ready;
    registration.active?.postMessage('keep-home');
  };
  // Private windows and full devices refuse, and development servers have no worker: then there is
  // no offline copy.
  setTimeout(() => void start().catch(() => undefined), 3_000);
}

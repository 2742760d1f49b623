/**
 * Lets KickOff be opened without a connection. Starts when the first page is
 * there: it must not take the line from it.
 */
export function keepOfflineCopy(): void {
  if (!('serviceWorker' in navigator)) return;
  const start = async () => {
    const registration = await navigator.serviceWorker.register('/sw.js');
    await navigator.serviceWorker.ready;
    registration.active?.postMessage('keep-home');
  };
  // Private windows and full devices refuse, and development servers have no worker: then there is
  // no copy.
  setTimeout(() => void start().catch(() => undefined), 3_000);
}

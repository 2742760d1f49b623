import '@kickoff/ui/styles.css';
import {
  currentPage,
  loadSweep,
  loginAddress,
  replaceAddress,
  reportUncaughtErrors,
  sessionToken,
} from '@kickoff/web';
import { StrictMode } from 'react';
import { createRoot, hydrateRoot } from 'react-dom/client';

import { App } from './App';
import { installLiveRemotes } from './remotes/remote-list';
import { loadScreen } from './screens';

/** Late enough not to compete with the page. */
const SWEEP_AFTER_MS = 5_000;

/** Corrects the address before the first render: its spelling, and the login if one is required. */
function settleAddress(): void {
  const page = currentPage();
  if (!page) return;
  const { audience } = page;
  if (audience !== 'anyone' && sessionToken(audience) === null) {
    replaceAddress(loginAddress(audience));
  } else if (page.address !== location.pathname) {
    replaceAddress(page.address + location.search + location.hash);
  }
}

async function start(root: HTMLElement): Promise<void> {
  const { pathname } = location;
  installLiveRemotes();
  settleAddress();
  const page = currentPage();
  // Hydrate once the screen has loaded. If its chunk fails, render from scratch: App shows an error
  // page, and hydrating that against the prerendered page would mismatch.
  const screen = page && (await loadScreen(page).catch(() => undefined));
  const isDrawn =
    // Offline, another page's document is served for this one.
    'drawn' in root.dataset &&
    pathname === location.pathname &&
    (page === undefined || (screen !== undefined && page.audience === 'anyone'));
  const app = (
    <StrictMode>
      <App />
    </StrictMode>
  );
  if (isDrawn) hydrateRoot(root, app);
  else createRoot(root).render(app);
  // A failed load is retried by a later visit.
  setTimeout(
    () =>
      void loadSweep().then(
        ({ sweep }) => sweep(),
        () => undefined,
      ),
    SWEEP_AFTER_MS,
  );
}

reportUncaughtErrors();
const root = document.getElementById('root');
if (root) void start(root);

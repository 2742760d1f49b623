import '@kickoff/ui/styles.css';
import { PAGES } from '@kickoff/contracts';
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
import { loadScreen } from './screens';

/** Late enough to stand in nobody's way. */
const SWEEP_AFTER_MS = 5_000;

/** Puts the address right before anything is drawn: its spelling, and the login where one is needed. */
function settleAddress(): void {
  const page = currentPage();
  if (!page) return;
  const { audience } = PAGES[page.name];
  if (audience !== 'anyone' && sessionToken(audience) === null) {
    replaceAddress(loginAddress(audience));
  } else if (page.address !== location.pathname) {
    replaceAddress(page.address + location.search);
  }
}

async function start(root: HTMLElement): Promise<void> {
  const { pathname } = location;
  settleAddress();
  const page = currentPage();
  // Drawn once its screen is here. A chunk that does not come is told by the application itself,
  // which then draws anew: it could not find itself in a page that it cannot draw.
  const screen = page && (await loadScreen(page).catch(() => undefined));
  const isDrawn =
    // Without a connection another page's document stands for this one.
    'drawn' in root.dataset &&
    pathname === location.pathname &&
    (page === undefined || (screen !== undefined && PAGES[page.name].audience === 'anyone'));
  const app = (
    <StrictMode>
      <App />
    </StrictMode>
  );
  if (isDrawn) hydrateRoot(root, app);
  else createRoot(root).render(app);
  // What cannot be loaded now is done by a later visit.
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

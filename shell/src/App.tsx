import type { PageMatch } from '@kickoff/contracts';
import { ToastRegion } from '@kickoff/ui';
import {
  type Audience,
  historyEntry,
  loginAddress,
  nameHistoryEntry,
  onToast,
  replaceAddress,
  reportError,
  useDeclaredTitle,
  usePage,
  useSession,
} from '@kickoff/web';
import { useEffect, useLayoutEffect, useState } from 'react';

import { ErrorBoundary } from './ErrorBoundary';
import { FallbackPage } from './FallbackPage';
import { loadedScreen, loadScreen } from './screens';
import { texts } from './texts';

/** Returns the audience whose login a page requires; undefined if the page may be shown. */
function useMissingLogin(): (page: PageMatch | undefined) => Audience | undefined {
  const tokens = { fan: useSession('fan'), admin: useSession('admin') };
  return (page) => {
    const audience = page?.audience ?? 'anyone';
    return audience !== 'anyone' && tokens[audience] === null ? audience : undefined;
  };
}

/**
 * Returns the page to render: the current one once its screen has loaded, until then the previous.
 */
function useDrawnPage(present: PageMatch | undefined) {
  const [rendered, setRendered] = useState({ page: present, hasFailed: false });
  const isReady = !present || loadedScreen(present) !== undefined;
  if (isReady && rendered.page !== present) setRendered({ page: present, hasFailed: false });

  useEffect(() => {
    if (!present || isReady) return undefined;
    let isWanted = true;
    const render = (hasFailed: boolean) => {
      if (isWanted) setRendered({ page: present, hasFailed });
    };
    loadScreen(present).then(
      () => render(false),
      (error: unknown) => {
        reportError({ kind: 'load', error });
        render(true);
      },
    );
    return () => {
      isWanted = false;
    };
  }, [present, isReady]);

  return rendered;
}

/** Scrolls new pages to the top. History navigation restores its own position. */
function useTopOfNewPages(present: PageMatch | undefined, rendered: PageMatch | undefined): void {
  const [arrival, setArrival] = useState<{ page: PageMatch | undefined; isNew: boolean }>();
  if (arrival === undefined || arrival.page !== present) {
    setArrival({ page: present, isNew: arrival !== undefined && !historyEntry() });
  }
  const isAtNew = arrival?.isNew === true && arrival.page === rendered;
  useLayoutEffect(() => {
    nameHistoryEntry();
    if (isAtNew) window.scrollTo(0, 0);
  }, [isAtNew, rendered]);
}

const reload = () => location.reload();

function Drawn({ page, hasFailed }: { page: PageMatch | undefined; hasFailed: boolean }) {
  if (!page) return <FallbackPage text={texts.fallback.unknown} onRetry={reload} />;
  if (hasFailed) {
    return <FallbackPage text={texts.fallback.notLoaded} onRetry={reload} />;
  }
  const Screen = loadedScreen(page)?.default;
  return Screen ? <Screen page={page} /> : null;
}

/** The application: the current page's screen and the toast region. */
export function App() {
  const present = usePage();
  useDeclaredTitle(present);
  const missingLoginOf = useMissingLogin();
  const missingLogin = missingLoginOf(present);
  useEffect(() => {
    if (missingLogin) replaceAddress(loginAddress(missingLogin));
  }, [missingLogin]);
  const { page, hasFailed } = useDrawnPage(present);
  useTopOfNewPages(present, page);

  return (
    <>
      <ErrorBoundary
        resetKey={page?.address ?? ''}
        fallback={(retry) => <FallbackPage text={texts.fallback.broken} onRetry={retry} />}
      >
        {/* After a logout nothing private may stay on screen while the next page loads. */}
        {missingLoginOf(page) ? null : <Drawn page={page} hasFailed={hasFailed} />}
      </ErrorBoundary>
      <ToastRegion subscribe={onToast} />
    </>
  );
}

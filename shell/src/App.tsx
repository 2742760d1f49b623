import { PAGES, type PageMatch } from '@kickoff/contracts';
import {
  historyEntry,
  loginAddress,
  nameHistoryEntry,
  replaceAddress,
  reportError,
  usePage,
  useSession,
  type Audience,
} from '@kickoff/web';
import { useEffect, useLayoutEffect, useState } from 'react';

import { ErrorBoundary } from './ErrorBoundary';
import { FallbackPage } from './FallbackPage';
import { loadedScreen, loadScreen } from './screens';
import { ToastRegion } from './ToastRegion';

/** Tells for a page whose login has to come first; undefined where the page may be seen. */
function useMissingLogin(): (page: PageMatch | undefined) => Audience | undefined {
  const tokens = { fan: useSession('fan'), admin: useSession('admin') };
  return (page) => {
    const audience = page ? PAGES[page.name].audience : 'anyone';
    return audience !== 'anyone' && tokens[audience] === null ? audience : undefined;
  };
}

/** The page to draw: the present one as soon as its screen is here, until then the one before. */
function useDrawnPage(present: PageMatch | undefined) {
  const [drawn, setDrawn] = useState({ page: present, hasFailed: false });
  const isReady = !present || loadedScreen(present) !== undefined;
  if (isReady && drawn.page !== present) setDrawn({ page: present, hasFailed: false });

  useEffect(() => {
    if (!present || isReady) return undefined;
    let isWanted = true;
    const draw = (hasFailed: boolean) => {
      if (isWanted) setDrawn({ page: present, hasFailed });
    };
    loadScreen(present).then(
      () => draw(false),
      (error: unknown) => {
        reportError({ kind: 'load', error });
        draw(true);
      },
    );
    return () => {
      isWanted = false;
    };
  }, [present, isReady]);

  return drawn;
}

/** A page that is gone to begins at its top; one that is come back to has a place of its own. */
function useTopOfNewPages(present: PageMatch | undefined, drawn: PageMatch | undefined): void {
  const [arrival, setArrival] = useState<{ page: PageMatch | undefined; isNew: boolean }>();
  if (arrival === undefined || arrival.page !== present) {
    setArrival({ page: present, isNew: arrival !== undefined && !historyEntry() });
  }
  const isAtNew = arrival?.isNew === true && arrival.page === drawn;
  useLayoutEffect(() => {
    nameHistoryEntry();
    if (isAtNew) window.scrollTo(0, 0);
  }, [isAtNew, drawn]);
}

const reload = () => location.reload();

function Drawn({ page, hasFailed }: { page: PageMatch | undefined; hasFailed: boolean }) {
  if (!page) return <FallbackPage text="There is no page at this address." onRetry={reload} />;
  if (hasFailed) {
    return <FallbackPage text="This page could not be loaded." onRetry={reload} />;
  }
  const Screen = loadedScreen(page)?.default;
  return Screen ? <Screen page={page} /> : null;
}

/** The whole application: the screen of the present page, and the one toast region. */
export function App() {
  const present = usePage();
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
        of={page?.address ?? ''}
        fallback={(retry) => (
          <FallbackPage text="This page stopped because of a fault of ours." onRetry={retry} />
        )}
      >
        {/* After a logout nothing private stays on screen while the next page is on its way. */}
        {missingLoginOf(page) ? null : <Drawn page={page} hasFailed={hasFailed} />}
      </ErrorBoundary>
      <ToastRegion />
    </>
  );
}

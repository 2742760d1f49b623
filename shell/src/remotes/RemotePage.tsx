import { type PageInfo, type PageMatch, PAGES } from '@kickoff/contracts';
import { ErrorState, Loading } from '@kickoff/ui';
import { useQueryClient } from '@kickoff/web';
import { useEffect, useState, type ReactNode } from 'react';

import { ErrorBoundary } from '../ErrorBoundary';
import { forgetPage, loadedPage, loadPage } from './host';

const FAILURE = 'This part of KickOff is not available right now.';

interface RemotePageProps {
  page: PageMatch;
  /** Shown while the page's code loads; nothing if omitted. */
  before?: ReactNode;
}

interface FetchedProps extends RemotePageProps {
  onRetry: () => void;
}

// Plain state, not Suspense, which delays for 300 ms what has already loaded.
function Fetched({ page, before, onRetry }: FetchedProps) {
  const [Page, setPage] = useState(() => loadedPage(page.name));
  const [hasFailed, setFailed] = useState(false);

  useEffect(() => {
    let isWanted = true;
    loadPage(page.name).then(
      (Loaded) => isWanted && setPage(() => Loaded),
      () => isWanted && setFailed(true),
    );
    return () => {
      isWanted = false;
    };
  }, [page]);

  if (Page) return <Page params={page.params} />;
  if (hasFailed) return <ErrorState text={FAILURE} onRetry={onRetry} />;
  return (
    <>
      <Loading />
      {before}
    </>
  );
}

/** A page of a micro-frontend. Its failures do not affect the layout around it. */
export function RemotePage({ page, before }: RemotePageProps) {
  const serverState = useQueryClient();
  const [tries, setTries] = useState(0);
  const { remote }: PageInfo = PAGES[page.name];
  const chance = `${page.address} ${tries}`;
  const tryAgain = () => {
    // The error may come from the page's code or from a response: refetch both.
    forgetPage(page.name);
    serverState.removeQueries({ type: 'inactive' });
    setTries((count) => count + 1);
  };
  return (
    <ErrorBoundary
      resetKey={chance}
      remote={remote}
      fallback={() => <ErrorState text={FAILURE} onRetry={tryAgain} />}
    >
      <Fetched key={chance} page={page} before={before} onRetry={tryAgain} />
    </ErrorBoundary>
  );
}

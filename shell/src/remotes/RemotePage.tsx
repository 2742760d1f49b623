import type { PageMatch } from '@kickoff/contracts';
import { ErrorState, Loading } from '@kickoff/ui';
import { useQueryClient } from '@kickoff/web';
import { useEffect, useState, type ReactNode } from 'react';

import { ErrorBoundary } from '../ErrorBoundary';
import { texts } from '../texts';
import { forgetPage, loadedPage, loadPage } from './host';
import { UnfitRemote } from './unfit-remote';

interface RemotePageProps {
  page: PageMatch;
  /** Shown while the page's code loads; nothing if omitted. */
  before?: ReactNode;
}

interface FetchedProps extends RemotePageProps {
  onRetry: () => void;
}

const reload = () => location.reload();

// Plain state, not Suspense, which delays for 300 ms what has already loaded.
function Fetched({ page, before, onRetry }: FetchedProps) {
  const [Page, setPage] = useState(() => loadedPage(page));
  const [fault, setFault] = useState<'failed' | 'unfit'>();

  useEffect(() => {
    let isWanted = true;
    loadPage(page).then(
      (Loaded) => isWanted && setPage(() => Loaded),
      (failure: unknown) =>
        isWanted && setFault(failure instanceof UnfitRemote ? 'unfit' : 'failed'),
    );
    return () => {
      isWanted = false;
    };
  }, [page]);

  if (Page) return <Page params={page.params} />;
  if (fault === 'unfit')
    return <ErrorState text={texts.remote.unfit} action={texts.remote.reload} onRetry={reload} />;
  if (fault) return <ErrorState text={texts.remote.failed} onRetry={onRetry} />;
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
  const chance = `${page.address} ${tries}`;
  const tryAgain = () => {
    // The error may come from the page's code or from a response: refetch both.
    forgetPage(page);
    serverState.removeQueries({ type: 'inactive' });
    setTries((count) => count + 1);
  };
  return (
    <ErrorBoundary
      resetKey={chance}
      remote={page.remote}
      fallback={() => <ErrorState text={texts.remote.failed} onRetry={tryAgain} />}
    >
      <Fetched key={chance} page={page} before={before} onRetry={tryAgain} />
    </ErrorBoundary>
  );
}

import type { RemoteStatus } from '@kickoff/contracts';
import { EmptyState, ErrorState } from '@kickoff/ui';
import { usePageTitle } from '@kickoff/web';
import { useState } from 'react';

import { useRemotes } from '../features/remotes/api/useRemotes';
import { RemoteTable } from '../features/remotes/RemoteTable';
import { RollBackDialog } from '../features/remotes/RollBackDialog';
import { ListSkeleton } from '../lists/ListSkeleton';

/** Which versions of shell and micro-frontends are live, and how they do. */
export default function MicroFrontendsPage() {
  usePageTitle();
  const { data: remotes, error, refetch } = useRemotes();
  const [chosen, setChosen] = useState<RemoteStatus>();
  return (
    <>
      <h1>Micro-frontends</h1>
      <p className="ko-hintrow">
        Which versions of the shell and of the micro-frontends are live, and what failed in
        browsers.
      </p>
      {error ? <ErrorState text={error.message} onRetry={() => void refetch()} /> : null}
      {!remotes && !error ? <ListSkeleton /> : null}
      {remotes?.length === 0 ? <EmptyState text="Nothing is live" /> : null}
      {remotes && remotes.length > 0 ? (
        <RemoteTable remotes={remotes} onRollBack={setChosen} />
      ) : null}
      {chosen ? <RollBackDialog remote={chosen} onClose={() => setChosen(undefined)} /> : null}
    </>
  );
}

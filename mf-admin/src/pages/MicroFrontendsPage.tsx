import type { RemoteStatus } from '@kickoff/contracts';
import { EmptyState, ErrorState } from '@kickoff/ui';
import { usePageTitle } from '@kickoff/web';
import { useState } from 'react';

import { useRemotes } from '../features/remotes/api/useRemotes';
import { RemoteTable } from '../features/remotes/RemoteTable';
import { RollBackDialog } from '../features/remotes/RollBackDialog';
import { ListSkeleton } from '../lists/ListSkeleton';
import { texts } from '../texts';

/** Which versions of shell and micro-frontends are live, and how they do. */
export default function MicroFrontendsPage() {
  usePageTitle();
  const { data: remotes, error, refetch } = useRemotes();
  const [chosen, setChosen] = useState<RemoteStatus>();
  return (
    <>
      <h1>{texts.remotes.title}</h1>
      <p className="ko-hintrow">{texts.remotes.hint}</p>
      {error ? <ErrorState text={error.message} onRetry={() => void refetch()} /> : null}
      {!remotes && !error ? <ListSkeleton /> : null}
      {remotes?.length === 0 ? <EmptyState text={texts.remotes.empty} /> : null}
      {remotes && remotes.length > 0 ? (
        <RemoteTable remotes={remotes} onRollBack={setChosen} />
      ) : null}
      {chosen ? <RollBackDialog remote={chosen} onClose={() => setChosen(undefined)} /> : null}
    </>
  );
}

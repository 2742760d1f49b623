import { onlineManager, QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { useEffect, useState, type ReactNode } from 'react';

import { CallFailure } from './api';
import { useSession, type Audience } from './session';
import { tabChannel } from './tabs';

export {
  useInfiniteQuery,
  useQuery,
  useQueryClient,
  type InfiniteData,
  type QueryClient,
} from '@tanstack/react-query';

/** Only what may be different next time is asked again, and once: a person waits. */
function mayHeal(failures: number, error: Error): boolean {
  return failures < 1 && error instanceof CallFailure && (error.status === 0 || error.status > 500);
}

type Keys = readonly (readonly string[])[];

const staleChannels = {
  fan: tabChannel<Keys>('kickoff-stale-fan'),
  admin: tabChannel<Keys>('kickoff-stale-admin'),
};

/** Lets the person's other tabs ask anew for what has been changed in this one. */
export function tellStale(audience: Audience, keys: Keys): void {
  staleChannels[audience].tell(keys);
}

function Cache({ of, children }: { of: Audience; children: ReactNode }) {
  const [client] = useState(
    () =>
      new QueryClient({
        defaultOptions: {
          queries: {
            retry: mayHeal,
            staleTime: 30_000,
            networkMode: 'always',
            refetchOnReconnect: true,
          },
        },
      }),
  );
  useEffect(() => {
    // It takes a browser for connected until it hears of a change.
    onlineManager.setOnline(navigator.onLine);
    return staleChannels[of].hear((keys) => {
      for (const queryKey of keys) void client.invalidateQueries({ queryKey });
    });
  }, [of, client]);
  return <QueryClientProvider client={client}>{children}</QueryClientProvider>;
}

/** The cache of what the server said. What one session has seen is not for the next. */
export function ServerState({ of, children }: { of: Audience; children: ReactNode }) {
  return (
    <Cache key={useSession(of)} of={of}>
      {children}
    </Cache>
  );
}

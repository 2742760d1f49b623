import { onlineManager, QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { useEffect, useState, type ReactNode } from 'react';

import { CallFailure } from './api';
import { useSession, type Audience } from './session';
import { tabChannel } from './tabs';

export {
  useInfiniteQuery,
  useMutation,
  useQuery,
  useQueryClient,
  type InfiniteData,
  type QueryClient,
} from '@tanstack/react-query';

/** Retries once, and only transient failures: a person is waiting. */
function shouldRetry(failures: number, error: Error): boolean {
  return failures < 1 && error instanceof CallFailure && (error.status === 0 || error.status > 500);
}

type Keys = readonly (readonly string[])[];

const invalidationChannels = {
  fan: tabChannel<Keys>('kickoff-stale-fan'),
  admin: tabChannel<Keys>('kickoff-stale-admin'),
};

/** Invalidates queries in the person's other tabs. */
export function broadcastInvalidation(audience: Audience, keys: Keys): void {
  invalidationChannels[audience].post(keys);
}

function Cache({ of, children }: { of: Audience; children: ReactNode }) {
  const [client] = useState(
    () =>
      new QueryClient({
        defaultOptions: {
          queries: {
            retry: shouldRetry,
            staleTime: 30_000,
            networkMode: 'always',
            refetchOnReconnect: true,
          },
          // Offline, a write fails at once with its reason, instead of waiting for the connection.
          // The library would store what a form sent, such as a password, for five minutes.
          mutations: { networkMode: 'always', gcTime: 1_000 },
        },
      }),
  );
  useEffect(() => {
    // The library assumes a connection until an event says otherwise.
    onlineManager.setOnline(navigator.onLine);
    return invalidationChannels[of].subscribe((keys) => {
      for (const queryKey of keys) void client.invalidateQueries({ queryKey });
    });
  }, [of, client]);
  return <QueryClientProvider client={client}>{children}</QueryClientProvider>;
}

/** Provides the query cache. Each session has its own, so that no data crosses sessions. */
export function ServerState({ of, children }: { of: Audience; children: ReactNode }) {
  return (
    <Cache key={useSession(of)} of={of}>
      {children}
    </Cache>
  );
}

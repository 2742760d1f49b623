import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';

import { CallFailure } from './api';
import { useSession, type Audience } from './session';

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

function Cache({ children }: { children: ReactNode }) {
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
  return <QueryClientProvider client={client}>{children}</QueryClientProvider>;
}

/** The cache of what the server said. What one session has seen is not for the next. */
export function ServerState({ of, children }: { of: Audience; children: ReactNode }) {
  return <Cache key={useSession(of)}>{children}</Cache>;
}

import type { MutedWord } from '@kickoff/contracts';
import {
  broadcastInvalidation,
  callApi,
  useMutation,
  useQuery,
  useQueryClient,
} from '@kickoff/web';

import { useInvalidateMutedWords } from '../../../relations/useInvalidateMutedWords';

const PATH = '/api/user/muted-words';
const KEY = ['muted-words'];

/** Fetches the words that the fan has muted. */
export function useMutedWords() {
  return useQuery({
    queryKey: KEY,
    queryFn: ({ signal }) => callApi(PATH, { as: 'fan', signal }),
  });
}

/** Runs work after that of the fan's other tabs. Web Locks exist only on https and localhost. */
function afterOtherTabs<Answer>(work: () => Promise<Answer>): Promise<Answer> {
  if (!('locks' in navigator)) return work();
  return navigator.locks.request('kickoff-muted-words', { mode: 'exclusive' }, work);
}

async function changeStored(change: (words: MutedWord[]) => MutedWord[]): Promise<MutedWord[]> {
  const present = await callApi(PATH, { as: 'fan' });
  return callApi(PATH, { method: 'PUT', body: change(present), as: 'fan' });
}

/**
 * Changes the stored list. It starts from the server's, which another tab may have changed. A change
 * is sent after the one before it, in any tab, because each replaces the whole list.
 */
export function useChangeMutedWords() {
  const queries = useQueryClient();
  const wordsChanged = useInvalidateMutedWords();
  const { mutateAsync } = useMutation({
    scope: { id: 'muted-words' },
    mutationFn: async (change: (words: MutedWord[]) => MutedWord[]) => {
      const stored = await afterOtherTabs(() => changeStored(change));
      await queries.cancelQueries({ queryKey: KEY });
      queries.setQueryData<MutedWord[]>(KEY, stored);
      broadcastInvalidation('fan', [KEY]);
      void wordsChanged();
    },
  });
  return mutateAsync;
}

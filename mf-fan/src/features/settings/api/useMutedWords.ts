import type { MutedWord } from '@kickoff/contracts';
import { callApi, useMutation, useQuery, useQueryClient } from '@kickoff/web';

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

/**
 * Changes the stored list. It starts from the server's, which another tab may have changed. A change
 * is sent after the one before it, because each replaces the whole list.
 */
export function useChangeMutedWords() {
  const queries = useQueryClient();
  const wordsChanged = useInvalidateMutedWords();
  const { mutateAsync } = useMutation({
    scope: { id: 'muted-words' },
    mutationFn: async (change: (words: MutedWord[]) => MutedWord[]) => {
      const present = await callApi(PATH, { as: 'fan' });
      const stored = await callApi(PATH, {
        method: 'PUT',
        body: change(present),
        as: 'fan',
      });
      await queries.cancelQueries({ queryKey: KEY });
      queries.setQueryData<MutedWord[]>(KEY, stored);
      void wordsChanged();
    },
  });
  return mutateAsync;
}

import type { MutedWord } from '@kickoff/contracts';
import { callApi, useQuery, useQueryClient } from '@kickoff/web';

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

/** Changes the stored list. It starts from the server's, which another tab may have changed. */
export function useChangeMutedWords() {
  const queries = useQueryClient();
  const wordsChanged = useInvalidateMutedWords();
  return async (change: (words: MutedWord[]) => MutedWord[]): Promise<void> => {
    const present = await callApi(PATH, { as: 'fan' });
    const stored = await callApi(PATH, {
      method: 'PUT',
      body: change(present),
      as: 'fan',
    });
    await queries.cancelQueries({ queryKey: KEY });
    queries.setQueryData<MutedWord[]>(KEY, stored);
    void wordsChanged();
  };
}

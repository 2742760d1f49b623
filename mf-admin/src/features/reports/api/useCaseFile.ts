import { useObjectUrl } from '@kickoff/ui';
import { fetchAnswer, useQuery } from '@kickoff/web';

import { REPORTS } from './useCases';

/** The admins' own copy of a reported file, as an address for the screen; fetched when it is wanted. */
export function useCaseFile(caseId: string, place: number, isWanted: boolean) {
  const { data: file, isError } = useQuery({
    queryKey: ['case-file', caseId, place],
    queryFn: async ({ signal }) => {
      const call = `${REPORTS}/${caseId}/media/${place}`;
      return (await fetchAnswer(call, { as: 'admin', signal })).blob();
    },
    enabled: isWanted,
    staleTime: Infinity,
  });
  return { address: useObjectUrl(file), isGone: isError };
}

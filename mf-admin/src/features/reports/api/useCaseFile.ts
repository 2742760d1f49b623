import { useObjectUrl } from '@kickoff/ui';
import { fetchAnswer, useQuery } from '@kickoff/web';

import { REPORTS } from './useCases';

/** Fetches the copy of a reported file on demand; returns an object URL. */
export function useCaseFile(caseId: string, index: number, isWanted: boolean) {
  const { data: file, isError } = useQuery({
    queryKey: ['case-file', caseId, index],
    queryFn: async ({ signal }) => {
      const call = `${REPORTS}/${caseId}/media/${index}`;
      return (await fetchAnswer(call, { as: 'admin', signal })).blob();
    },
    enabled: isWanted,
    staleTime: Infinity,
  });
  return { address: useObjectUrl(file), isGone: isError };
}

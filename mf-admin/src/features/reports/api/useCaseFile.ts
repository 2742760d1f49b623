import { useObjectUrl } from '@kickoff/ui';
import { CallFailure, fetchAnswer, useQuery } from '@kickoff/web';

import { REPORTS } from './useCases';

/** Fetches the copy of a reported file on demand; returns an object URL. */
export function useCaseFile(caseId: string, index: number, isWanted: boolean) {
  const {
    data: file,
    error,
    refetch,
  } = useQuery({
    queryKey: ['case-file', caseId, index],
    queryFn: async ({ signal }) => {
      const call = `${REPORTS}/${caseId}/media/${index}`;
      return (await fetchAnswer(call, { as: 'admin', signal })).blob();
    },
    enabled: isWanted,
    staleTime: Infinity,
  });
  const isGone = error instanceof CallFailure && error.status === 404;
  return { address: useObjectUrl(file), isGone, hasFailed: error !== null && !isGone, refetch };
}

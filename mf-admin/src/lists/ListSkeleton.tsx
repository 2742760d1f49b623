import { Loading } from '@kickoff/ui';

/** Keeps the place of a list that is on its way. */
export function ListSkeleton() {
  return (
    <Loading>
      <div className="ko-sk ko-listskeleton" />
    </Loading>
  );
}

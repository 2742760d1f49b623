import { Loading } from '@kickoff/ui';

/** Placeholder while a list loads. */
export function ListSkeleton() {
  return (
    <Loading>
      <div className="ko-sk ko-listskeleton" />
    </Loading>
  );
}

import { Loading } from '@kickoff/ui';

/** Placeholder while rows of a picture and a line load. */
export function RowSkeletons({ count }: { count: 3 | 4 }) {
  return (
    <Loading holdsPlace>
      {[0, 1, 2, 3].slice(0, count).map((index) => (
        <div className="ko-person" key={index}>
          <span className="ko-sk ko-av" />
          <span className="ko-sk ko-sk--line" />
        </div>
      ))}
    </Loading>
  );
}

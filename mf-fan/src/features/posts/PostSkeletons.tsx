import { Loading } from '@kickoff/ui';

function Line({ width }: { width: string }) {
  return <span className="ko-sk ko-sk--line ko-mt-2" style={{ width }} />;
}

/** Placeholder while posts load. */
export function PostSkeletons() {
  return (
    <Loading>
      {[0, 1, 2].map((index) => (
        <div className="ko-post" key={index}>
          <span className="ko-sk ko-av ko-av--44" />
          <div className="ko-post__body">
            <Line width="38%" />
            <Line width="100%" />
            <Line width="72%" />
          </div>
        </div>
      ))}
    </Loading>
  );
}

import type { ReportCase } from '@kickoff/contracts';
import { postMediaAddress } from '@kickoff/web';

const isVideo = (path: string) => /\.(mp4|webm)$/.test(path);

/** What was reported as it was then, whatever has become of it. */
export function CaseSnapshot({ report: { snapshot, targetType } }: { report: ReportCase }) {
  const { text, media, username } = snapshot;
  return (
    <figure className="ko-snapshot">
      <figcaption>
        {targetType === 'appeal' ? 'Why the fan was suspended' : 'As it was when it was reported'}
      </figcaption>
      {text === '' && media.length === 0 ? <p className="ko-none">Nothing but the name</p> : null}
      {text === '' ? null : <p dir="auto">{text}</p>}
      {media.map((path) =>
        isVideo(path) ? (
          <video
            className="ko-thumb ko-thumb--video"
            key={path}
            src={postMediaAddress(path)}
            controls
            playsInline
            preload="none"
            aria-label={`Video of ${username}`}
          />
        ) : (
          <img
            className="ko-thumb"
            key={path}
            src={postMediaAddress(path, 320)}
            alt={`Picture of ${username}`}
            loading="lazy"
          />
        ),
      )}
    </figure>
  );
}

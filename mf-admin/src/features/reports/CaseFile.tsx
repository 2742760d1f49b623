import { postMediaAddress } from '@kickoff/web';
import { useState } from 'react';

import { useCaseFile } from './api/useCaseFile';

interface CaseFileProps {
  caseId: string;
  /** Which of the case's files it is. */
  place: number;
  path: string;
  username: string;
}

const isVideo = (path: string) => /\.(mp4|webm)$/.test(path);

/** A reported picture or video; where its author has deleted it, the copy that is kept for the case. */
export function CaseFile({ caseId, place, path, username }: CaseFileProps) {
  const [isDeleted, setDeleted] = useState(false);
  const copy = useCaseFile(caseId, place, isDeleted);
  if (copy.isGone) {
    return <span className="ko-none">{isVideo(path) ? 'The video' : 'The picture'} is gone</span>;
  }
  const missed = () => setDeleted(true);
  return isVideo(path) ? (
    <video
      className="ko-thumb ko-thumb--video"
      src={copy.address ?? postMediaAddress(path)}
      controls
      playsInline
      preload="none"
      aria-label={`Video of ${username}`}
      onError={missed}
    />
  ) : (
    <img
      className="ko-thumb"
      src={copy.address ?? postMediaAddress(path, 320)}
      alt={`Picture of ${username}`}
      loading="lazy"
      onError={missed}
    />
  );
}

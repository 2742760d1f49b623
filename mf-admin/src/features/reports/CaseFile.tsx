import { fillText } from '@kickoff/ui';
import { postMediaAddress } from '@kickoff/web';
import { useState } from 'react';

import { RetryAlert } from '../../RetryAlert';
import { texts } from '../../texts';
import { useCaseFile } from './api/useCaseFile';

interface CaseFileProps {
  caseId: string;
  /** Which file of the case it is. */
  index: number;
  path: string;
  username: string;
}

const isVideo = (path: string) => /\.(mp4|webm)$/.test(path);

/** A reported picture or video. If its author has deleted it, the case's own copy is shown. */
export function CaseFile({ caseId, index, path, username }: CaseFileProps) {
  const [isDeleted, setDeleted] = useState(false);
  const copy = useCaseFile(caseId, index, isDeleted);
  if (copy.isGone) {
    return (
      <span className="ko-none">
        {isVideo(path) ? texts.reportCase.videoGone : texts.reportCase.pictureGone}
      </span>
    );
  }
  if (copy.hasFailed) {
    return <RetryAlert text={texts.reportCase.fileFailed} onRetry={() => void copy.refetch()} />;
  }
  const missed = () => setDeleted(true);
  return isVideo(path) ? (
    <video
      className="ko-thumb ko-thumb--video"
      src={copy.address ?? postMediaAddress(path)}
      controls
      playsInline
      preload="none"
      aria-label={fillText(texts.reportCase.video, { username })}
      onError={missed}
    />
  ) : (
    <img
      className="ko-thumb"
      src={copy.address ?? postMediaAddress(path, 320)}
      alt={fillText(texts.reportCase.picture, { username })}
      loading="lazy"
      onError={missed}
    />
  );
}

import { Button } from '@kickoff/ui';

import { texts } from '../../../texts';

interface UploadProgressProps {
  /** Uploaded share, from 0 to 1. */
  progress: number;
  onCancel: () => void;
}

/** How much of a post's files has been uploaded; then the server works on them. */
export function UploadProgress({ progress, onCancel }: UploadProgressProps) {
  const isUploaded = progress >= 1;
  return (
    <div className="ko-row ko-pad">
      {isUploaded ? (
        <progress aria-label={texts.composer.processing} />
      ) : (
        <progress max={1} value={progress} aria-label={texts.composer.sent} />
      )}
      <span className="ko-num" role={isUploaded ? 'status' : undefined}>
        {isUploaded ? texts.composer.processingNow : `${Math.round(progress * 100)} %`}
      </span>
      <Button look="line" size="sm" onClick={onCancel}>
        {texts.actions.cancel}
      </Button>
    </div>
  );
}

import { Button } from '@kickoff/ui';

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
        <progress aria-label="Processing" />
      ) : (
        <progress max={1} value={progress} aria-label="Sent" />
      )}
      <span className="ko-num" role={isUploaded ? 'status' : undefined}>
        {isUploaded ? 'Processing…' : `${Math.round(progress * 100)} %`}
      </span>
      <Button look="line" size="sm" onClick={onCancel}>
        Cancel
      </Button>
    </div>
  );
}

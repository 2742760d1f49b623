import { Icon, icons, useObjectUrl } from '@kickoff/ui';

import type { FileKind } from './file-fault';

interface FilePreviewProps {
  kind: FileKind;
  file: File;
  /** Omitted while the file is being sent. */
  onRemove: (() => void) | undefined;
}

/** Shows a chosen file before it is sent. */
export function FilePreview({ kind, file, onRemove }: FilePreviewProps) {
  const url = useObjectUrl(file);
  const label = `Chosen ${kind}: ${file.name}`;
  return (
    <div className="ko-post__media">
      {kind === 'image' ? (
        <img src={url} alt={label} />
      ) : (
        <video src={url} controls playsInline preload="metadata" aria-label={label} />
      )}
      {onRemove ? (
        <button
          className="ko-icbtn ko-overlay__x"
          type="button"
          aria-label={`Remove ${file.name}`}
          onClick={onRemove}
        >
          <Icon icon={icons.x} />
        </button>
      ) : null}
    </div>
  );
}

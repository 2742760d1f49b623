import { Icon, icons } from '@kickoff/ui';
import { useEffect, useRef } from 'react';

import type { FileKind } from './file-fault';

interface FilePreviewProps {
  kind: FileKind;
  file: File;
  /** Not given while the file is being sent. */
  onRemove: (() => void) | undefined;
}

/** Shows a chosen file before it is sent. */
export function FilePreview({ kind, file, onRemove }: FilePreviewProps) {
  const image = useRef<HTMLImageElement>(null);
  const video = useRef<HTMLVideoElement>(null);
  useEffect(() => {
    const address = URL.createObjectURL(file);
    const shown = image.current ?? video.current;
    if (shown) shown.src = address;
    return () => URL.revokeObjectURL(address);
  }, [file]);
  const label = `Chosen ${kind}: ${file.name}`;
  return (
    <div className="ko-post__media">
      {kind === 'image' ? (
        <img ref={image} alt={label} />
      ) : (
        <video ref={video} controls playsInline preload="metadata" aria-label={label} />
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

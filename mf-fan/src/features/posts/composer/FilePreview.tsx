import { fillText, Icon, icons, useObjectUrl } from '@kickoff/ui';
import type { ReactNode } from 'react';

import { texts } from '../../../texts';
import type { FileKind } from './file-fault';
import styles from './attachment.module.css';

interface FilePreviewProps {
  kind: FileKind;
  file: File;
  /** Omitted while the file is being sent. */
  onRemove: (() => void) | undefined;
  /** Rendered below it. */
  children?: ReactNode;
}

/** Shows a chosen file before it is sent, so low that the button to publish stays in view. */
export function FilePreview({ kind, file, onRemove, children }: FilePreviewProps) {
  const url = useObjectUrl(file);
  const { name } = file;
  const label = fillText(
    kind === 'image' ? texts.composer.chosenImage : texts.composer.chosenVideo,
    { name },
  );
  return (
    <div className={styles.attachment}>
      {kind === 'image' ? (
        <img className={styles.media} src={url} alt={label} />
      ) : (
        <video
          className={styles.media}
          src={url}
          controls
          playsInline
          preload="metadata"
          aria-label={label}
        />
      )}
      {onRemove ? (
        <button
          className={styles.remove}
          type="button"
          aria-label={fillText(texts.actions.removeNamed, { name })}
          onClick={onRemove}
        >
          <Icon icon={icons.x} />
        </button>
      ) : null}
      {children}
    </div>
  );
}

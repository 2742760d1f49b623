import { Icon, icons } from '@kickoff/ui';
import clsx from 'clsx';
import type { ChangeEvent } from 'react';

import { texts } from '../../../texts';
import { ACCEPTED, type FileKind } from './file-fault';
import styles from '../post-form.module.css';

const CHOICES = [
  { kind: 'image', icon: icons.image, label: texts.composer.addImage },
  { kind: 'video', icon: icons.video, label: texts.composer.addVideo },
] as const;

interface MediaChoicesProps {
  isDisabled: boolean;
  onChoose: (kind: FileKind, file: File) => void;
}

/** The buttons that choose a picture or a video of this device. */
export function MediaChoices({ isDisabled, onChoose }: MediaChoicesProps) {
  const choose = (kind: FileKind) => (event: ChangeEvent<HTMLInputElement>) => {
    const file = event.target.files?.[0];
    // So that the same file can be chosen again after its removal.
    event.target.value = '';
    if (file) onChoose(kind, file);
  };
  return CHOICES.map(({ kind, icon, label }) => (
    <label className={clsx('ko-icbtn', styles.file)} key={kind}>
      <Icon icon={icon} />
      <span className="ko-sr">{label}</span>
      <input
        type="file"
        accept={ACCEPTED[kind].types.join(',')}
        disabled={isDisabled}
        onChange={choose(kind)}
      />
    </label>
  ));
}

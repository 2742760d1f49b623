import type { ReactNode } from 'react';

import { texts } from '../texts';
import { type ModerationNote, ReasonDialog } from './ReasonDialog';

interface SuspensionDialogProps {
  /** The question; it names the fans. */
  title: string;
  isPlural?: boolean;
  /** What else the admin needs to know. */
  children?: ReactNode;
  /** Name under which the typed reason is stored until it is sent. */
  draftOf: string;
  onConfirm: (suspension: ModerationNote) => Promise<void>;
  onClose: () => void;
}

/** Asks for the reason and the end of a suspension. */
export function SuspensionDialog(props: SuspensionDialogProps) {
  const { title, isPlural = false, children, draftOf, onConfirm, onClose } = props;
  return (
    <ReasonDialog
      title={title}
      field={{
        label: isPlural ? texts.suspension.reasonForFans : texts.suspension.reasonForFan,
        isRequired: true,
      }}
      hasEnd
      verb={texts.common.suspend}
      look="danger"
      draftOf={draftOf}
      onConfirm={onConfirm}
      onClose={onClose}
    >
      <p>{texts.suspension.effect}</p>
      {children}
    </ReasonDialog>
  );
}

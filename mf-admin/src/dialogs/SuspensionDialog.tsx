import type { ReactNode } from 'react';

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
        label: `Reason, which the ${isPlural ? 'fans read' : 'fan reads'}`,
        isRequired: true,
      }}
      hasEnd
      verb="Suspend"
      look="danger"
      draftOf={draftOf}
      onConfirm={onConfirm}
      onClose={onClose}
    >
      <p>
        All sessions end at once, and no login is possible. Nothing is deleted. The reason is shown
        at login and sent by mail. Each suspension can be appealed once.
      </p>
      {children}
    </ReasonDialog>
  );
}

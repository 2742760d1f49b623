import { Icon } from './Icon';
import * as icons from './icons';

interface FormAlertProps {
  kind: 'ok' | 'error';
  id?: string;
  text: string;
}

/** A form's error or success message, beside its button. Announced when it appears. */
export function FormAlert({ kind, id, text }: FormAlertProps) {
  const icon = kind === 'ok' ? icons.circleCheck : icons.circleAlert;
  return (
    <div className={`ko-alert ko-alert--${kind}`} role={kind === 'ok' ? 'status' : 'alert'} id={id}>
      <Icon icon={icon} />
      <span>{text}</span>
    </div>
  );
}

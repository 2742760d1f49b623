import { CircleAlertIcon, CircleCheckIcon } from './icons';

interface FormAlertProps {
  kind: 'ok' | 'error';
  id?: string;
  text: string;
}

/** What came of a form, beside its button: told at once when it appears. */
export function FormAlert({ kind, id, text }: FormAlertProps) {
  const Icon = kind === 'ok' ? CircleCheckIcon : CircleAlertIcon;
  return (
    <div className={`ko-alert ko-alert--${kind}`} role={kind === 'ok' ? 'status' : 'alert'} id={id}>
      <Icon className="ko-i" />
      <span>{text}</span>
    </div>
  );
}

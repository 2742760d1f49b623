import { useLogOutQuestion, usePart, type Audience } from '@kickoff/web';

const loadDialog = () => import(/* webpackChunkName: "log-out" */ './LogOutDialog');

/** Shows the question that a logout asks where something unsent would be lost. */
export function LogOutQuestion({ audience }: { audience: Audience }) {
  const dialog = usePart(loadDialog);
  useLogOutQuestion(audience, dialog.open);
  return dialog.Part ? <dialog.Part audience={audience} onClose={dialog.close} /> : null;
}

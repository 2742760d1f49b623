import { useLogOutQuestion, useLazyComponent, type Audience } from '@kickoff/web';

const loadDialog = () => import(/* webpackChunkName: "log-out" */ './LogOutDialog');

/** Renders the logout dialog when unsent data would be lost. */
export function LogOutQuestion({ audience }: { audience: Audience }) {
  const dialog = useLazyComponent(loadDialog);
  useLogOutQuestion(audience, dialog.open);
  return dialog.Component ? <dialog.Component audience={audience} onClose={dialog.close} /> : null;
}

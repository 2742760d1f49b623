import type { ChangePassword, PasswordChanged } from '@kickoff/contracts';
import { callApi } from '@kickoff/web';

/** Changes the password. All sessions are over then; the answer brings a new one. */
export function changePassword(body: ChangePassword): Promise<PasswordChanged> {
  return callApi<PasswordChanged>('/api/user/change-password', { method: 'POST', body, as: 'fan' });
}

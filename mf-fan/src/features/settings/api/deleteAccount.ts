import type { AccountDeletion, MessageAnswer } from '@kickoff/contracts';
import { callApi } from '@kickoff/web';

/** Deletes the fan's account and everything that is the fan's. */
export function deleteAccount(body: AccountDeletion): Promise<MessageAnswer> {
  return callApi<MessageAnswer>('/api/user', { method: 'DELETE', body, as: 'fan' });
}

import { type RemoteList, REMOTES_ADDRESS } from '@kickoff/contracts';
import { callApi } from '@kickoff/web';

/** Fetches what is live now. */
export const fetchRemoteList = (): Promise<RemoteList> => callApi<RemoteList>(REMOTES_ADDRESS);

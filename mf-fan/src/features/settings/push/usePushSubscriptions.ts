import type { NewPushSubscription, PushSubscriptionRow } from '@kickoff/contracts';
import { callApi, useQuery, useQueryClient } from '@kickoff/web';
import { readPreference, writePreference } from '@kickoff/web/preferences';

import { findSubscription, subscribe } from './device-push';

const PATH = '/api/user/push-subscriptions';
const KEY = ['push-subscriptions'];
/** Name of the preference with the id of this browser's subscription, which lists do not mark. */
const OWN_ID = 'push-subscription';

/** A device that gets the fan's notifications. */
export interface PushDevice extends PushSubscriptionRow {
  isThis: boolean;
}

function bodyOf(subscription: PushSubscription): NewPushSubscription {
  const { expirationTime, keys } = subscription.toJSON();
  const { p256dh = '', auth = '' } = keys ?? {};
  return { endpoint: subscription.endpoint, expirationTime, keys: { p256dh, auth } };
}

async function fetchDevices(signal: AbortSignal): Promise<PushDevice[]> {
  const rows = await callApi(PATH, { as: 'fan', signal });
  const own = (await findSubscription()) && readPreference(OWN_ID);
  return rows.map((row) => ({ ...row, isThis: row._id === own }));
}

/** Fetches the devices that get the fan's notifications. */
export function usePushDevices() {
  return useQuery({ queryKey: KEY, queryFn: ({ signal }) => fetchDevices(signal) });
}

/** Turns push on or off for this browser. */
export function usePushOfDevice() {
  const queries = useQueryClient();
  const refetch = () => queries.invalidateQueries({ queryKey: KEY });
  return {
    turnOn: async (): Promise<void> => {
      const { key } = await callApi('/api/push/key', { as: 'fan' });
      const subscription = await subscribe(key);
      try {
        const { _id } = await callApi(PATH, {
          method: 'POST',
          body: bodyOf(subscription),
          as: 'fan',
        });
        writePreference(OWN_ID, _id);
      } catch (failure) {
        await subscription.unsubscribe();
        throw failure;
      }
      await refetch();
    },
    turnOff: async (): Promise<void> => {
      const subscription = await findSubscription();
      if (subscription) {
        const { endpoint } = subscription;
        await callApi(PATH, { method: 'DELETE', body: { endpoint }, as: 'fan' });
        // Without its row no message comes, even if the browser does not let go of it.
        await subscription.unsubscribe().catch(() => false);
      }
      await refetch();
    },
  };
}

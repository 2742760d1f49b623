import { PushSubscriptionCreated } from '@kickoff/contracts';
import { PushReceiver } from '@kickoff/testing/push-receiver';

import { as, type Caller } from './callers.js';
import type { KickOff } from './kickoff.js';

/** A browser that can subscribe to push messages over the API. */
export class Browser extends PushReceiver {
  /** Subscribes with a fan's session and returns the subscription's id. */
  async subscribe(kickoff: Pick<KickOff, 'url'>, fan: Pick<Caller, 'token'>): Promise<string> {
    const answer = await as(kickoff, fan)
      .post('/api/user/push-subscriptions')
      .send(this.subscription);
    if (answer.status >= 300) throw new Error(`Refused: ${JSON.stringify(answer.body)}`);
    return PushSubscriptionCreated.parse(answer.body)._id;
  }
}

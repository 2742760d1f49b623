import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';

import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';

import { readSettings } from '../common/config/env.js';
import { keysFrom } from '../common/config/keys.js';
import { makePushKeys } from '../common/config/push-keys.js';
import { SystemClock } from '../common/time/clock.js';
import { HostNames } from './host-names.js';
import { PushAddresses } from './push-addresses.js';
import { PushCarrier } from './push-carrier.js';

const SECRET = 'a secret that is longer than thirty-two bytes';

/** Names whose addresses can change between two lookups. */
class ChangingNames extends HostNames {
  addresses: string[] = [];

  override resolve() {
    return Promise.resolve(this.addresses.map((address) => ({ address, family: 4 })));
  }
}

describe('PushCarrier', () => {
  const names = new ChangingNames();
  const settings = readSettings({});
  const addresses = new PushAddresses(names, settings);
  const keys = keysFrom({
    fanSecret: SECRET,
    adminSecret: SECRET,
    cursorSecret: SECRET,
    pushKeys: makePushKeys(),
  });
  const carrier = new PushCarrier(addresses, new SystemClock(), keys, settings);
  const server = createServer(() => (connections += 1));
  let connections = 0;
  let port: number;

  beforeAll(async () => {
    await once(server.listen(0, '127.0.0.1'), 'listening');
    port = (server.address() as AddressInfo).port;
  });
  afterAll(() => {
    carrier.close();
    server.close();
  });

  const deliver = (host: string) =>
    carrier.deliver(
      {
        endpoint: `https://${host}:${port}/send`,
        keys: {
          p256dh: makePushKeys().publicKey,
          auth: Buffer.alloc(16).toString('base64url'),
        },
      },
      { title: 'KickOff', text: 'Goal!', address: '/home' },
    );

  it('resolves the name again and does not connect to an internal address', async () => {
    names.addresses = ['142.250.74.42'];
    await addresses.check(`https://push.example:${port}/send`);
    names.addresses = ['127.0.0.1'];

    const outcome = await deliver('push.example');

    expect(outcome).toEqual({ kind: 'refused', fault: 'internal' });
    expect(connections).toBe(0);
  });

  it.each(['127.0.0.1', '2130706433', '[::ffff:127.0.0.1]', 'localhost'])(
    'does not connect to %s',
    async (host) => {
      expect(await deliver(host)).toEqual({ kind: 'refused', fault: 'internal' });
      expect(connections).toBe(0);
    },
  );

  it('delays a message when its host cannot be resolved', async () => {
    names.addresses = [];

    expect(await deliver('push.example')).toEqual({ kind: 'delayed', fault: 'unresolved' });
  });
});

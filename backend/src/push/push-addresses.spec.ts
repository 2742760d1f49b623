import { describe, expect, it } from '@jest/globals';

import { readSettings } from '../common/config/env.js';
import { HostNames } from './host-names.js';
import { AddressFault, PushAddresses } from './push-addresses.js';

/** Resolves fixed names without a network. */
class FixedNames extends HostNames {
  constructor(private readonly known: Record<string, string[]>) {
    super();
  }

  override resolve(name: string) {
    const addresses = this.known[name] ?? [];
    return Promise.resolve(
      addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 })),
    );
  }
}

describe('PushAddresses', () => {
  const addresses = new PushAddresses(
    new FixedNames({
      'push.example': ['142.250.74.42', '2a00:1450:4001:82a::200e'],
      'half.example': ['142.250.74.42', '10.0.0.1'],
      'mapped.example': ['::ffff:10.0.0.1'],
      'inside.localhost': ['142.250.74.42'],
    }),
    readSettings({ PUSH_TEST_ORIGINS: 'http://127.0.0.1:4001,https://localhost:4002' }),
  );
  const reasonOf = (endpoint: string) =>
    addresses.check(endpoint).then(
      () => 'accepted',
      (error: unknown) => (error instanceof AddressFault ? error.reason : String(error)),
    );

  it.each([
    'https://push.example/send/abc',
    'https://push.example:8443/send?token=a',
    'https://8.8.8.8/send',
    'https://134744072/send',
    'https://[2606:4700::1111]/send',
  ])('accepts %s', async (endpoint) => {
    expect(await reasonOf(endpoint)).toBe('accepted');
  });

  it.each([
    'https://127.0.0.1/',
    'https://127.1/',
    'https://2130706433/',
    'https://0x7f000001/',
    'https://0x7f.1/',
    'https://017700000001/',
    'https://0177.0.0.01/',
    'https://%31%32%37.0.0.1/',
    'https://①②⑦.0.0.1/',
    'https://127。0。0。1/',
    'https://127.0.0.1./',
    'https://[::1]/',
    'https://[::ffff:127.0.0.1]/',
    'https://[::ffff:7f00:1]/',
    'https://[0:0:0:0:0:ffff:0a00:0001]/',
    'https://[64:ff9b::10.0.0.1]/',
    'https://[::]/',
    'https://[fe80::1]/',
    'https://[fd12:3456::1]/',
    'https://[ff02::1]/',
    'https://[2001:db8::1]/',
    'https://0/',
    'https://0.0.0.0/',
    'https://10.0.0.1/',
    'https://172.16.5.4/',
    'https://192.168.0.1/',
    'https://169.254.169.254/latest/meta-data',
    'https://2852039166/',
    'https://100.64.0.1/',
    'https://224.0.0.1/',
    'https://240.0.0.1/',
    'https://255.255.255.255/',
    'https://192.0.2.1/',
    'https://198.51.100.7/',
    'https://203.0.113.9/',
    'https://localhost/',
    'https://LOCALHOST/',
    'https://localhost./',
    'https://localhost:5000/',
    'https://inside.localhost/',
    'https://half.example/',
    'https://mapped.example/',
  ])('refuses the internal address %s', async (endpoint) => {
    expect(await reasonOf(endpoint)).toBe('internal');
  });

  it('refuses a name that does not resolve', async () => {
    expect(await reasonOf('https://unknown.example/')).toBe('unresolved');
  });

  it.each([
    'http://push.example/',
    'ws://push.example/',
    'file:///etc/passwd',
    'data:text/plain,a',
    'https://ann@push.example/',
    'https://ann:secret@push.example/',
    'https://:secret@push.example/',
    'https://',
    'https://256.1.1.1/',
    '//push.example/',
    'push.example',
    '',
  ])('refuses the malformed address %s', async (endpoint) => {
    expect(await reasonOf(endpoint)).toBe('form');
  });

  it('accepts exactly the configured origins of a test double', async () => {
    const endpoints = [
      'http://127.0.0.1:4001/a',
      'https://localhost:4002/a',
      'http://2130706433:4001/a',
      'http://ann@127.0.0.1:4001/a',
      'http://127.0.0.1:4002/a',
      'https://127.0.0.1:4001/a',
      'http://localhost:4002/a',
    ];

    expect(await Promise.all(endpoints.map(reasonOf))).toEqual([
      'accepted',
      'accepted',
      'accepted',
      'form',
      'form',
      'internal',
      'form',
    ]);
  });
});

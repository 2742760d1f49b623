import { describe, expect, it } from '@jest/globals';

import { isPublicAddress } from './public-address.js';

describe('isPublicAddress', () => {
  it.each(['8.8.8.8', '1.1.1.1', '142.250.74.42', '2a00:1450:4001:82a::200e', '2606:4700::1111'])(
    'accepts %s',
    (address) => expect(isPublicAddress(address)).toBe(true),
  );

  it.each([
    ['unspecified', ['0.0.0.0', '0.1.2.3', '::']],
    ['loopback', ['127.0.0.1', '127.255.255.254', '::1']],
    ['private', ['10.0.0.1', '172.16.0.1', '172.31.255.255', '192.168.1.1', 'fd00::1', 'fc00::1']],
    ['link-local', ['169.254.169.254', 'fe80::1', 'fec0::1']],
    ['shared', ['100.64.0.1', '100.127.255.255']],
    ['multicast and broadcast', ['224.0.0.1', '239.255.255.255', '255.255.255.255', 'ff02::1']],
    ['reserved', ['192.0.0.8', '192.88.99.1', '198.18.0.1', '198.19.255.255', '240.0.0.1']],
    ['reserved in IPv6', ['4000::1', '5f00::1', '100::1', '2001::1', '2001:2::1', '2001:20::1']],
    ['documentation', ['192.0.2.1', '198.51.100.1', '203.0.113.1', '2001:db8::1', '3fff::1']],
    ['IPv4 inside IPv6', ['::ffff:127.0.0.1', '::ffff:8.8.8.8', '::7f00:1', '::ffff:0:7f00:1']],
    ['NAT64, 6to4, Teredo', ['64:ff9b::7f00:1', '64:ff9b:1::1', '2002:7f00:1::', '2001:0:1::1']],
    ['no addresses', ['', 'localhost', '256.1.1.1', '::g']],
  ])('refuses %s', (_, addresses) => {
    expect(addresses.filter(isPublicAddress)).toEqual([]);
  });
});

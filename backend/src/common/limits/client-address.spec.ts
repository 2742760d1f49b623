import { describe, expect, it } from '@jest/globals';

import { countedAddress } from './client-address.js';

describe('countedAddress', () => {
  it.each([
    ['192.0.2.7', '192.0.2.7'],
    ['::ffff:192.0.2.7', '192.0.2.7'],
    ['::ffff:c000:207', '192.0.2.7'],
    ['::1', '0:0:0:0::/64'],
    ['2001:db8:0:1:2:3:4:5', '2001:db8:0:1::/64'],
    ['2001:DB8::1:0:0:0:1', '2001:db8:0:1::/64'],
    ['fe80::1%eth0', 'fe80:0:0:0::/64'],
    ['1:2:3:4:5:6:7::', '1:2:3:4::/64'],
    ['unknown', undefined],
    ['192.0.2.7:4711', undefined],
    ['', undefined],
  ])('maps %s to %s', (address, counted) => {
    expect(countedAddress(address)).toBe(counted);
  });
});

import { describe, expect, it } from '@jest/globals';

import { ServiceSlots } from './service-slots.js';

describe('ServiceSlots', () => {
  const takeAll = (slots: ServiceSlots, host: string) => {
    let taken = 0;
    while (slots.take(host)) taken += 1;
    return taken;
  };
  const makeFast = (slots: ServiceSlots, host: string) => {
    slots.take(host);
    slots.release(host, 100);
  };

  it('gives a new service 8 slots and one that responds quickly 96', () => {
    const slots = new ServiceSlots();

    expect(takeAll(slots, 'new')).toBe(8);
    makeFast(slots, 'fast');
    expect(takeAll(slots, 'fast')).toBe(96);
    expect(slots.free()).toEqual({ except: ['new', 'fast'] });
  });

  it.each([
    ['does not respond', undefined],
    ['responds slowly', 2_500],
  ])('reduces the slots of a service that %s', (_, ms) => {
    const slots = new ServiceSlots();
    makeFast(slots, 'push');

    slots.take('push');
    slots.release('push', ms);

    expect(takeAll(slots, 'push')).toBe(8);
  });

  it('reserves slots for fast services when slow ones use all of theirs', () => {
    const slots = new ServiceSlots();
    makeFast(slots, 'fast');

    for (let host = 0; host < 100; host += 1) takeAll(slots, `slow-${host}`);

    expect(slots.take('another')).toBe(false);
    expect(slots.free()).toMatchObject({ only: ['fast'] });
    expect(takeAll(slots, 'fast')).toBe(96);
  });

  it('has no free slots when both classes are busy', () => {
    const slots = new ServiceSlots();
    for (let host = 0; host < 10; host += 1) makeFast(slots, `fast-${host}`);

    for (let host = 0; host < 10; host += 1) takeAll(slots, `fast-${host}`);
    for (let host = 0; host < 10; host += 1) takeAll(slots, `slow-${host}`);

    expect(slots.free()).toBeUndefined();
    slots.release('fast-0', 100);
    expect(slots.free()?.only).toContain('fast-0');
  });
});

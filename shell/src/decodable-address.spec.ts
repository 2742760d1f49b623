import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';

beforeEach(() => {
  jest.resetModules();
});
afterEach(() => history.replaceState(null, '', '/'));

describe('decodable-address', () => {
  it.each([
    ['/user/100%', '/%25/user/100%25'],
    ['/no%ff?from=mail', '/%25/no%25ff'],
    ['/user/kwame%20asante?from=mail', '/user/kwame%20asante?from=mail'],
  ])('makes %s readable for the router as %s', async (given, readable) => {
    history.replaceState(null, '', given);

    await import('./decodable-address');

    expect(location.href).toBe(new URL(readable, location.origin).href);
  });
});

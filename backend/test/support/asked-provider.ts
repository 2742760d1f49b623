import { afterEach, beforeEach } from '@jest/globals';
import { ProviderDouble } from '@kickoff/testing/provider-double';

import type { ProviderAccess } from '../../src/football/providers/provider-http.js';

/** A Saturday afternoon on which matches are on. */
export const NOW = new Date('2026-11-21T15:30:00Z');
export const KEY = 'a-key-nobody-may-see';
/** Longer than any response takes on loopback; tests of a provider that hangs use less. */
const PATIENCE_MS = 20_000;

/** A provider on loopback for each test of a file, and access for an adapter. */
export interface AskedProvider {
  double: ProviderDouble;
  access: (timeoutMs?: number) => ProviderAccess;
}

/** Starts a provider before each test, which sets its responses, and stops it afterwards. */
export function withProvider(): AskedProvider {
  let url: string;
  const asked = {
    double: new ProviderDouble(() => ({ status: 404, body: {} })),
    access: (timeoutMs = PATIENCE_MS) => ({ url, key: KEY, timeoutMs }),
  };
  beforeEach(async () => {
    asked.double = new ProviderDouble(() => ({ status: 404, body: {} }));
    url = await asked.double.start();
  });
  afterEach(() => asked.double.stop());
  return asked;
}

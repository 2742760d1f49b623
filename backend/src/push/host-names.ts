import type { LookupAddress } from 'node:dns';
import { Resolver } from 'node:dns/promises';

import { Injectable } from '@nestjs/common';

/** A request waits for the result: two attempts have to end within two seconds. */
const TRY_MS = 700;
const TRIES = 2;

/**
 * Resolves names through DNS only. `dns.lookup` would also read this machine's hosts file, and each
 * slow name would occupy one of the few threads that read files and hash passwords.
 */
@Injectable()
export class HostNames {
  private readonly resolver = new Resolver({ timeout: TRY_MS, tries: TRIES });

  /** Returns all addresses of a name; none if it does not resolve. */
  async resolve(name: string): Promise<LookupAddress[]> {
    const [four, six] = await Promise.allSettled([
      this.resolver.resolve4(name),
      this.resolver.resolve6(name),
    ]);
    return [...toAddresses(four, 4), ...toAddresses(six, 6)];
  }
}

function toAddresses(result: PromiseSettledResult<string[]>, family: 4 | 6): LookupAddress[] {
  if (result.status === 'rejected') return [];
  return result.value.map((address) => ({ address, family }));
}

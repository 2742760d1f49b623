import type { LookupAddress } from 'node:dns';
import { isIP } from 'node:net';

import { Inject, Injectable, Logger, type OnApplicationBootstrap } from '@nestjs/common';

import { SETTINGS } from '../common/config/config.module.js';
import type { Settings } from '../common/config/env.js';
import { isLoopback } from '../common/config/loopback.js';
import { HostNames } from './host-names.js';
import { isPublicAddress } from './public-address.js';

const SENTENCES = {
  form: 'endpoint must be an https address without a user and a password',
  unresolved: 'The host of endpoint cannot be found',
  internal: 'The host of endpoint must have public addresses only',
};

/** Why an address must not be used; the message is a sentence for the fan. */
export class AddressFault extends Error {
  override readonly name = 'AddressFault';

  constructor(readonly reason: keyof typeof SENTENCES) {
    super(SENTENCES[reason]);
  }
}

/**
 * Decides which addresses push messages may be sent to. Fans provide them, so internal addresses
 * must be excluded (SSRF).
 */
@Injectable()
export class PushAddresses implements OnApplicationBootstrap {
  private readonly logger = new Logger(PushAddresses.name);

  constructor(
    private readonly names: HostNames,
    @Inject(SETTINGS) private readonly settings: Settings,
  ) {}

  onApplicationBootstrap(): void {
    const { pushTestOrigins: origins } = this.settings;
    if (origins.length > 0) this.logger.warn({ event: 'push_test_origins_open', origins });
  }

  /** Parses an endpoint whose host is not checked yet. Throws `AddressFault`. */
  parse(endpoint: string): URL {
    if (!URL.canParse(endpoint)) throw new AddressFault('form');
    const url = new URL(endpoint);
    const isAllowed = url.protocol === 'https:' || this.isOfDouble(url);
    if (!isAllowed || url.username !== '' || url.password !== '') throw new AddressFault('form');
    url.hash = '';
    return url;
  }

  /** Parses an endpoint and checks all addresses of its host. Throws `AddressFault`. */
  async check(endpoint: string): Promise<URL> {
    const url = this.parse(endpoint);
    if (this.isOfDouble(url)) return url;
    this.requireNoInternalLiteral(url);
    const host = hostOf(url);
    if (isIP(host) === 0) await this.resolve(host);
    return url;
  }

  /** Returns whether the operator allows the origin for a test double. */
  isOfDouble({ origin }: URL): boolean {
    return this.settings.pushTestOrigins.includes(origin);
  }

  /** A connection to a literal address skips the lookup, so it is checked here. */
  requireNoInternalLiteral(url: URL): void {
    const host = hostOf(url);
    if (isIP(host) !== 0 && !isPublicAddress(host)) throw new AddressFault('internal');
  }

  /** Returns the addresses of a name, all of them public. Throws `AddressFault`. */
  async resolve(name: string): Promise<[LookupAddress, ...LookupAddress[]]> {
    if (isLoopback(name.replace(/[.]$/, ''))) throw new AddressFault('internal');
    const [first, ...others] = await this.names.resolve(name);
    if (!first) throw new AddressFault('unresolved');
    const isInternal = [first, ...others].some(({ address }) => !isPublicAddress(address));
    if (isInternal) throw new AddressFault('internal');
    return [first, ...others];
  }
}

/** The host without the brackets of IPv6; `URL` has normalised every notation of IPv4. */
function hostOf({ hostname }: URL): string {
  return hostname.replace(/^\[(.*)\]$/, '$1');
}

import { timingSafeEqual } from 'node:crypto';

import { Inject, Injectable, type OnApplicationShutdown } from '@nestjs/common';
import type { Request } from 'express';
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';

import { Admission } from '../common/admission/admission.js';
import { Caches } from '../common/cache/caches.js';
import { SETTINGS } from '../common/config/config.module.js';
import type { Settings } from '../common/config/env.js';
import { Unauthenticated } from '../common/errors/coded-errors.js';
import { isForwarded } from '../common/http/client.js';
import { Jobs } from '../common/jobs/jobs.js';
import { countedAddress } from '../common/limits/client-address.js';
import type { RequestOutcome } from '../common/logging/request-log.js';
import { isDatabaseAway } from '../common/mongo/database-away.js';
import { registerCacheMetrics } from './cache-metrics.js';
import { registerJobMetrics } from './job-metrics.js';

const LOOPBACK = new Set(['127.0.0.1', countedAddress('::1')]);

/** A number of a feature, read when the metrics are. */
interface FeatureGauge<Label extends string> {
  name: string;
  help: string;
  labelNames: readonly Label[];
  read: () => Promise<{ labels: Record<Label, string>; value: number }[]>;
}

/** Owns the numbers about this process. */
@Injectable()
export class MetricsService implements OnApplicationShutdown {
  private readonly registry = new Registry();
  private readonly requests = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'How long requests took, by route pattern',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5],
    registers: [this.registry],
  });

  private readonly clientErrors = new Counter({
    name: 'kickoff_client_errors_total',
    help: 'Errors that browsers reported, by part of the page, its version and the kind of error',
    labelNames: ['remote', 'version', 'kind'],
    registers: [this.registry],
  });

  constructor(
    @Inject(SETTINGS) private readonly settings: Settings,
    admission: Admission,
    jobs: Jobs,
    caches: Caches,
  ) {
    collectDefaultMetrics({ register: this.registry });
    const registers = [this.registry];
    new Gauge({
      name: 'kickoff_requests_running',
      help: 'Requests in progress',
      registers,
      collect() {
        this.set(admission.running);
      },
    });
    new Gauge({
      name: 'kickoff_requests_waiting',
      help: 'Requests that wait for a place',
      registers,
      collect() {
        this.set(admission.waiting);
      },
    });
    new Counter({
      name: 'kickoff_requests_refused_total',
      help: 'Requests refused under overload',
      registers,
      collect() {
        this.reset();
        this.inc(admission.refused);
      },
    });
    registerJobMetrics(this.registry, jobs);
    registerCacheMetrics(this.registry, caches);
  }

  readonly observe = ({ method, route, status, ms }: RequestOutcome): void => {
    this.requests.observe({ method, route, status }, ms / 1000);
  };

  /** @param labels of few values each: every new combination is a series of its own */
  countClientError(labels: { remote: string; version: string; kind: string }): void {
    this.clientErrors.inc(labels);
  }

  /** Adds a gauge. While the database is away it has no series, and the other metrics stay. */
  addGauge<Label extends string>({ name, help, labelNames, read }: FeatureGauge<Label>): void {
    new Gauge({
      name,
      help,
      labelNames,
      registers: [this.registry],
      async collect() {
        this.reset();
        try {
          for (const { labels, value } of await read()) this.set(labels, value);
        } catch (error) {
          if (!isDatabaseAway(error)) throw error;
        }
      },
    });
  }

  get contentType(): string {
    return this.registry.contentType;
  }

  text(): Promise<string> {
    return this.registry.metrics();
  }

  /** Metrics need the token, or a connection from loopback. */
  requireReader(request: Request): void {
    if (!this.isOnLoopback(request) && !this.hasToken(request)) {
      throw new Unauthenticated('This needs the metrics token');
    }
  }

  onApplicationShutdown(): void {
    this.registry.clear();
  }

  private isOnLoopback(request: Request): boolean {
    return (
      LOOPBACK.has(countedAddress(request.socket.remoteAddress ?? '')) && !isForwarded(request)
    );
  }

  private hasToken({ headers }: Request): boolean {
    const { metricsToken } = this.settings;
    if (metricsToken === undefined) return false;
    const expected = Buffer.from(`Bearer ${metricsToken}`);
    const given = Buffer.from(headers.authorization ?? '');
    return given.length === expected.length && timingSafeEqual(given, expected);
  }
}

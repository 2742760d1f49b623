import { Counter, Gauge, type Registry } from 'prom-client';

import type { Jobs } from '../common/jobs/jobs.js';

/** Adds to a registry what each job of this process did since its start. */
export function registerJobMetrics(registry: Registry, jobs: Jobs): void {
  const [registers, labelNames] = [[registry], ['job_name'] as const];
  new Counter({
    name: 'kickoff_job_turns_total',
    help: 'Turns that a job has ended',
    ...{ registers, labelNames },
    collect() {
      this.reset();
      for (const { name, tally } of jobs.all) this.inc({ job_name: name }, tally.runs);
    },
  });
  new Counter({
    name: 'kickoff_job_failures_total',
    help: 'Failed items and failed turns of a job',
    ...{ registers, labelNames },
    collect() {
      this.reset();
      for (const { name, tally } of jobs.all) this.inc({ job_name: name }, tally.failures);
    },
  });
  new Gauge({
    name: 'kickoff_job_last_failure_timestamp_seconds',
    help: 'When an item or a turn of a job failed last, in seconds since 1970; absent before',
    ...{ registers, labelNames },
    collect() {
      this.reset();
      for (const { name, tally } of jobs.all) {
        if (tally.failedAt) this.set({ job_name: name }, tally.failedAt.getTime() / 1000);
      }
    },
  });
}

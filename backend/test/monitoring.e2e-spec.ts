import { readdirSync, readFileSync } from 'node:fs';

import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { parse } from 'yaml';
import { z } from 'zod';

import { RouteTable } from '../src/common/http/route-table.js';
import { Jobs } from '../src/common/jobs/jobs.js';
import { asVisitor } from './support/callers.js';
import { type KickOff, startKickOff } from './support/kickoff.js';
import { parseMetrics, parseQuery, type Query } from './support/promql.js';

const read = (path: string) =>
  readFileSync(new URL(`../../deploy/${path}`, import.meta.url), 'utf8');

const duration = z.string().regex(/^\d+[smhd]$/);

/** Prometheus refuses a rule file with a key that it does not know. */
const RuleFile = z.strictObject({
  groups: z.array(
    z.strictObject({
      name: z.string(),
      interval: duration.optional(),
      rules: z.array(
        z.strictObject({
          alert: z.string().regex(/^KickOff[A-Z]\w+$/),
          expr: z.string(),
          for: duration.optional(),
          labels: z.strictObject({ severity: z.enum(['page', 'ticket']) }),
          annotations: z.strictObject({ summary: z.string(), description: z.string() }),
        }),
      ),
    }),
  ),
});

const dataSource = z.object({ type: z.literal('prometheus'), uid: z.literal('${datasource}') });
const Dashboard = z.object({
  uid: z.string(),
  title: z.string(),
  schemaVersion: z.number(),
  templating: z.object({
    list: z.array(
      z.object({
        name: z.string(),
        type: z.string(),
        query: z.string(),
        definition: z.string().optional(),
      }),
    ),
  }),
  panels: z.array(
    z.object({
      id: z.number(),
      title: z.string().min(1),
      description: z.string().min(1),
      type: z.enum(['timeseries', 'stat', 'table']),
      datasource: dataSource,
      gridPos: z.strictObject({ x: z.number(), y: z.number(), w: z.number(), h: z.number() }),
      fieldConfig: z.object({ defaults: z.object({ unit: z.string() }) }),
      targets: z
        .array(z.object({ refId: z.string(), expr: z.string(), datasource: dataSource }))
        .min(1),
    }),
  ),
});

const alerts = RuleFile.parse(parse(read('prometheus/alerts.yml'))).groups.flatMap(
  ({ rules }) => rules,
);
const dashboard = Dashboard.parse(JSON.parse(read('grafana/kickoff.json')));
const panels = dashboard.panels.map((panel) => ({
  name: panel.title,
  expressions: panel.targets.map(({ expr }) => expr),
}));

/** Addresses that orchestrators, containers and the front ask for the health of a server. */
const probes = [
  ...readdirSync(new URL('../../deploy/kubernetes/base/', import.meta.url)).map(
    (name) => `kubernetes/base/${name}`,
  ),
  '../tools/containers/Caddyfile',
  '../tools/containers/server.Dockerfile',
  '../tools/containers/front.Dockerfile',
].flatMap((path) => {
  const found = read(path).matchAll(
    /(?:path: |health_uri |http:[/][/]127[.]0[.]0[.]1:\d+)([/]api[/][\w/]+)/g,
  );
  return [...found].map(([, address = '']) => ({ path, address }));
});

/** Prometheus itself makes `up` and adds these labels to each series that it reads. */
const OWN_METRICS = ['up'];
const OWN_LABELS = ['job', 'instance', 'le'];

describe('the alert rules', () => {
  it('have a name of their own each', () => {
    const names = alerts.map(({ alert }) => alert);

    expect(names.length).toBeGreaterThan(8);
    expect(new Set(names).size).toBe(names.length);
  });

  it.each(alerts)('$alert names in its texts only labels that its expression returns', (rule) => {
    const texts = JSON.stringify(rule.annotations);
    const named = [...texts.matchAll(/\$labels\.(\w+)/g)].map(([, label]) => label);
    const { groupings } = parseQuery(rule.expr);
    const isAggregated = /\b(sum|max|histogram_quantile)\b/.test(rule.expr);

    expect(isAggregated ? groupings : OWN_LABELS).toEqual(expect.arrayContaining(named));
  });
});

describe('the dashboard', () => {
  it('has 8 to 12 panels that do not overlap', () => {
    const cells = dashboard.panels.flatMap(({ gridPos: { x, y, w, h } }) =>
      Array.from({ length: w * h }, (_, at) => `${x + (at % w)}:${y + Math.floor(at / w)}`),
    );

    expect(dashboard.panels.length).toBeGreaterThanOrEqual(8);
    expect(dashboard.panels.length).toBeLessThanOrEqual(12);
    expect(new Set(cells).size).toBe(cells.length);
    expect(dashboard.panels.every(({ gridPos }) => gridPos.x + gridPos.w <= 24)).toBe(true);
    expect(new Set(dashboard.panels.map(({ id }) => id)).size).toBe(dashboard.panels.length);
  });

  it('takes its instances from a metric of the server', () => {
    const variable = dashboard.templating.list.find(({ name }) => name === 'instance');

    expect(variable?.query).toBe(
      'label_values(process_start_time_seconds{job="kickoff"}, instance)',
    );
  });
});

describe('deploy/ beside a running server', () => {
  let kickoff: KickOff;
  let metrics: Map<string, Set<string>>;
  let routes: string[];
  let jobs: string[];

  beforeAll(async () => {
    kickoff = await startKickOff();
    await asVisitor(kickoff).get('/api/health/ready').expect(200);
    const report = {
      kind: 'error',
      page: '/',
      version: '1.0.0',
      message: 'Failed',
      remote: 'shell',
    };
    await asVisitor(kickoff).post('/api/client-errors').send(report).expect(204);
    const { text } = await asVisitor(kickoff).get('/api/metrics').expect(200);
    metrics = parseMetrics(text);
    routes = [
      'none',
      ...kickoff.app
        .get(RouteTable)
        .routes()
        .map(({ path }) => path),
    ];
    jobs = [...kickoff.app.get(Jobs).all].map(({ name }) => name);
  });
  afterAll(() => kickoff.stop());

  it.each(probes)('probes $address in $path, which everyone may read', async ({ address }) => {
    const route = kickoff.app
      .get(RouteTable)
      .routes()
      .find(({ path }) => path === address);

    expect(route).toMatchObject({ method: 'GET', audience: 'public', limit: 'none' });
    expect((await asVisitor(kickoff).get(address)).status).toBe(200);
  });

  it('probes liveness and readiness', () => {
    expect(probes.map(({ address }) => address)).toEqual(
      expect.arrayContaining(['/api/health/live', '/api/health/ready']),
    );
    expect(probes.length).toBeGreaterThan(5);
  });

  /** What an expression reads that the server does not have. */
  function faultsOf(query: Query): string[] {
    const labels = new Set(OWN_LABELS);
    const faults: string[] = [];
    for (const { metric, matchers } of query.selectors) {
      const own = metrics.get(metric);
      if (!own && !OWN_METRICS.includes(metric)) faults.push(metric || 'an unnamed metric');
      for (const label of own ?? []) labels.add(label);
      for (const { label, value } of matchers) {
        if (!own?.has(label) && !OWN_LABELS.includes(label)) faults.push(`${metric}{${label}}`);
        const known = { route: routes, job_name: jobs }[label];
        const parts = value.split('|').map((part) => new RegExp(`^(?:${part})$`));
        if (known && !parts.every((part) => known.some((name) => part.test(name)))) {
          faults.push(`${label} ${value}`);
        }
      }
    }
    return [...faults, ...query.groupings.filter((label) => !labels.has(label))];
  }

  it.each([...alerts.map(({ alert, expr }) => ({ name: alert, expressions: [expr] })), ...panels])(
    'reads in "$name" only metrics, labels, routes and jobs of the server',
    ({ expressions }) => {
      for (const expression of expressions) expect(faultsOf(parseQuery(expression))).toEqual([]);
    },
  );

  it('selects the scrape job of the server in each expression', () => {
    const selectors = [
      ...alerts.map(({ expr }) => expr),
      ...panels.flatMap((one) => one.expressions),
    ].flatMap((expression) => parseQuery(expression).selectors);

    for (const { matchers } of selectors) {
      expect(matchers).toContainEqual({ label: 'job', operator: '=', value: 'kickoff' });
    }
  });

  it.each([
    ['rate(http_requests_total[5m])', 'http_requests_total'],
    ['http_request_duration_seconds', 'http_request_duration_seconds'],
    ['kickoff_requests_running{path="/"}', 'kickoff_requests_running{path}'],
    ['http_request_duration_seconds_count{route=~"none|/api/nothing"}', 'route none|/api/nothing'],
    ['kickoff_job_failures_total{job_name="mail"}', 'job_name mail'],
    ['sum by (path) (http_request_duration_seconds_count)', 'path'],
    ['{job="kickoff"}', 'an unnamed metric'],
  ])('finds the fault of %s', (expression, fault) => {
    expect(faultsOf(parseQuery(expression))).toEqual([fault]);
  });

  it.each(['sum(rate(up[5m])', 'rate(up[5 minutes])', 'up{job=kickoff}', 'ratio(up)', ''])(
    'refuses the syntax of %s',
    (expression) => {
      expect(() => parseQuery(expression)).toThrow('No PromQL at');
    },
  );
});

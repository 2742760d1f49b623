import { readFileSync } from 'node:fs';

import { describe, expect, it } from '@jest/globals';

import { readSettings, SETTING_NAMES } from '../../backend/src/common/config/env.js';
import { readImage } from '../containers/dockerfile.mjs';
import {
  containerOf,
  faultsOf,
  find,
  namesIn,
  podOf,
  readManifests,
  readYaml,
} from './manifests.mjs';

const root = new URL('../../', import.meta.url);
/** @param {string} path */
const read = (path) => readFileSync(new URL(path, root), 'utf8');
/** @param {string} text @param {RegExp} pattern with one group */
const numberIn = (text, pattern) => Number(pattern.exec(text)?.[1]?.replaceAll('_', ''));

const manifests = readManifests();
const named = manifests.map((manifest) => ({
  title: `${manifest.kind} ${manifest.metadata.name}`,
  manifest,
}));
const deployments = named.filter(({ manifest }) => manifest.kind === 'Deployment');
const settings = find(manifests, 'ConfigMap', 'kickoff-settings').data;
const server = containerOf(find(manifests, 'Deployment', 'server'));
const front = containerOf(find(manifests, 'Deployment', 'front'));
const images = {
  server: readImage(new URL('tools/containers/server.Dockerfile', root)),
  front: readImage(new URL('tools/containers/front.Dockerfile', root)),
};
const caddyfile = read('tools/containers/Caddyfile');

/** Settings that hold a secret, or an address that may hold one. */
const SECRET = /SECRET|KEY$|TOKEN|^MONGODB_URI$|^REDIS_URL$|^SMTP_URL$/;
/** A valid value of each secret. @type {Record<string, string>} */
const SECRETS = {
  MONGODB_URI: 'mongodb://a.example,b.example,c.example/kickoff?replicaSet=rs0',
  REDIS_URL: 'redis://redis.example:6379',
  JWT_FAN_SECRET: 'f'.repeat(32),
  JWT_ADMIN_SECRET: 'a'.repeat(32),
  S3_ACCESS_KEY: 'access',
  S3_SECRET_KEY: 'secret',
  SMTP_URL: 'smtp://mail.example:587',
  METRICS_TOKEN: 'token',
  FOOTBALL_DATA_TOKEN: 'token',
  API_FOOTBALL_KEY: 'key',
};

describe('deploy/kubernetes', () => {
  it.each(named)('has a $title that follows the published schema', ({ manifest }) => {
    expect(faultsOf(manifest)).toEqual([]);
  });

  it.each([
    ['ConfigMap', 'kickoff-settings', { data: { PORT: 5000 } }, '/data/PORT must be string'],
    ['Service', 'server', { specs: {} }, 'must NOT have additional properties'],
    ['Deployment', 'server', { spec: { replicas: 3 } }, "must have required property 'selector'"],
    ['HorizontalPodAutoscaler', 'server', { apiVersion: 'autoscaling/v3' }, 'is no kind'],
    ['Ingress', 'kickoff', { spec: { rules: [{ http: {} }] } }, "required property 'paths'"],
    ['PodDisruptionBudget', 'front', { spec: { maxUnavailable: [1] } }, '/spec/maxUnavailable'],
  ])('is refused with a %s %s of %j', (kind, name, change, fault) => {
    const broken = Object.assign(find(readManifests(), kind, name), change);

    expect(faultsOf(broken).join('\n')).toContain(fault);
  });

  it('is refused with a probe that has a misspelt key', () => {
    const broken = find(readManifests(), 'Deployment', 'server');
    Object.assign(containerOf(broken).readinessProbe, { periodSecond: 5 });

    expect(faultsOf(broken)).toEqual([expect.stringContaining('"periodSecond"')]);
  });

  it('lists every file in its kustomization', () => {
    expect(readYaml('base/kustomization.yaml').resources).toEqual(namesIn('base/'));
  });

  it('has an overlay that changes what the base has', () => {
    const {
      resources,
      images: replaced,
      patches,
    } = readYaml('overlays/production/kustomization.yaml');
    const changed = readYaml('overlays/production/settings.yaml');

    expect(resources).toEqual(['../../base']);
    expect(replaced.map((/** @type {{ name: string }} */ { name }) => name)).toEqual([
      server.image,
      front.image,
    ]);
    expect(patches.map((/** @type {{ path: string }} */ { path }) => path).sort()).toEqual(
      namesIn('overlays/production/'),
    );
    expect(Object.keys(settings)).toEqual(expect.arrayContaining(Object.keys(changed.data)));
    for (const { op, path } of readYaml('overlays/production/ingress.yaml')) {
      const at = (/** @type {any} */ value, /** @type {string} */ key) => value?.[key];
      const target = path
        .slice(1)
        .split('/')
        .reduce(at, find(manifests, 'Ingress', 'kickoff'));
      expect([op, target]).toEqual(['replace', expect.any(String)]);
    }
  });
});

describe('the settings of deploy/kubernetes', () => {
  /** @param {Record<string, string>} [extra] */
  const settingsOf = (extra) => {
    const given = Object.fromEntries(server.env.map(({ name }) => [name, SECRETS[name] ?? '']));
    const variables = { ...settings, ...given, ...extra };
    return readSettings({ ...images.server.environment, ...variables }, Object.keys(variables));
  };

  it('are known to the server', () => {
    const names = [...Object.keys(settings), ...server.env.map(({ name }) => name)];

    expect(SETTING_NAMES).toEqual(expect.arrayContaining(names));
    expect(new Set(names).size).toBe(names.length);
    expect(server.envFrom).toEqual([{ configMapRef: { name: 'kickoff-settings' } }]);
  });

  it('are accepted by the server, for a server that several instances share', () => {
    expect(settingsOf()).toMatchObject({
      isLocal: false,
      demo: false,
      trustProxy: ['uniquelocal'],
      redisUrl: expect.any(String),
      s3: { bucket: settings['S3_BUCKET'] },
      metricsToken: expect.any(String),
    });
  });

  it('are refused with a name that the server does not know, or a malformed value', () => {
    expect(() => settingsOf({ REDIS_ADDRESS: 'redis' })).toThrow('REDIS_ADDRESS is not a setting');
    expect(() => settingsOf({ S3_ENDPOINT: 's3.example' })).toThrow('S3_ENDPOINT must be');
  });

  it('hold no secret: each comes by name', () => {
    const names = server.env.map(({ name }) => name);

    expect(Object.keys(settings).filter((name) => SECRET.test(name))).toEqual([]);
    expect(names.filter((name) => !SECRET.test(name))).toEqual([]);
    for (const { name, ...from } of server.env) {
      const secretKeyRef = expect.objectContaining({ name: 'kickoff-secrets', key: name });
      expect(from).toEqual({ valueFrom: { secretKeyRef } });
    }
    expect(manifests.filter(({ kind }) => kind === 'Secret')).toEqual([]);
  });

  it('lead the front to the servers, with variables that its Caddyfile reads', () => {
    const names = [...caddyfile.matchAll(/\{\$(\w+)[:}]/g)].map(([, name]) => name);
    const service = find(manifests, 'Service', 'server');

    expect(names).toEqual(expect.arrayContaining(front.env.map(({ name }) => name)));
    expect(front.env).toContainEqual({
      name: 'SERVERS',
      value: `${service.metadata.name}:${service.spec.ports[0].port}`,
    });
  });
});

describe.each(deployments)('the $title', ({ manifest }) => {
  const { name } = manifest.metadata;
  const pod = podOf(manifest);
  const container = containerOf(manifest);
  const labels = { 'app.kubernetes.io/name': name };

  it('is selected by its service, disruption budget and spread', () => {
    expect(manifest.spec.selector.matchLabels).toEqual(labels);
    expect(manifest.spec.template.metadata.labels).toEqual(labels);
    expect(find(manifests, 'Service', name).spec.selector).toEqual(labels);
    expect(find(manifests, 'PodDisruptionBudget', name).spec).toEqual({
      maxUnavailable: 1,
      selector: { matchLabels: labels },
    });
    const spread = pod.topologySpreadConstraints;
    expect(spread.map(({ topologyKey }) => topologyKey)).toEqual([
      'topology.kubernetes.io/zone',
      'kubernetes.io/hostname',
    ]);
    for (const { labelSelector } of spread) expect(labelSelector.matchLabels).toEqual(labels);
  });

  it('listens where its image does, and is probed and reached there', () => {
    const port =
      name === 'server' ? images.server.environment['PORT'] : /^:(\d+) /m.exec(caddyfile)?.[1];
    const probes = [container.startupProbe, container.readinessProbe, container.livenessProbe];

    expect(container.ports).toEqual([{ name: 'http', containerPort: Number(port) }]);
    for (const { httpGet, tcpSocket } of probes) expect((httpGet ?? tcpSocket)?.port).toBe('http');
    expect(find(manifests, 'Service', name).spec.ports[0].targetPort).toBe('http');
  });

  it('replaces no pod before another one is ready', () => {
    expect(manifest.spec.strategy.rollingUpdate).toEqual({ maxUnavailable: 0, maxSurge: 1 });
  });

  it('has time to stop by itself', () => {
    const [, pause] = container.lifecycle.preStop.exec.command;
    const stopMs =
      name === 'server'
        ? numberIn(read('backend/src/main.ts'), /STOP_LIMIT_MS = ([\d_]+)/)
        : 1000 * numberIn(caddyfile, /grace_period (\d+)s/);

    expect(stopMs).toBeGreaterThan(1000);
    expect(pod.terminationGracePeriodSeconds * 1000).toBeGreaterThan(Number(pause) * 1000 + stopMs);
  });

  it('runs as the user of its image without any right', () => {
    const user =
      name === 'server' ? 1000 : numberIn(read('tools/containers/front.Dockerfile'), /-u (\d+)/);

    expect(images.server.user).toBe('node');
    expect(pod.securityContext).toEqual({
      runAsNonRoot: true,
      runAsUser: user,
      runAsGroup: user,
      fsGroup: user,
      seccompProfile: { type: 'RuntimeDefault' },
    });
    expect(container.securityContext).toMatchObject({
      allowPrivilegeEscalation: false,
      readOnlyRootFilesystem: true,
      capabilities: { drop: ['ALL'] },
    });
  });

  it('writes to volumes that end with the pod', () => {
    const volumes = pod.volumes.map((volume) => volume.name);
    const folder = name === 'server' ? images.server.environment['KICKOFF_DATA'] : '/data';

    expect(container.volumeMounts.map((mount) => mount.name)).toEqual(volumes);
    expect(container.volumeMounts.map(({ mountPath }) => mountPath)).toContain(folder);
    for (const { emptyDir } of pod.volumes) expect(emptyDir).toHaveProperty('sizeLimit');
  });

  it('has resources by which it is placed, and a limit of memory', () => {
    expect(Object.keys(container.resources.requests)).toEqual(
      expect.arrayContaining(['cpu', 'memory']),
    );
    expect(container.resources.limits).toHaveProperty('memory');
  });
});

describe('the autoscaler', () => {
  it('scales the servers, three at least, and alone sets their number', () => {
    const { spec } = find(manifests, 'HorizontalPodAutoscaler', 'server');

    expect(spec.scaleTargetRef).toEqual({
      apiVersion: 'apps/v1',
      kind: 'Deployment',
      name: 'server',
    });
    expect(spec.minReplicas).toBeGreaterThanOrEqual(3);
    expect(find(manifests, 'Deployment', 'server').spec).not.toHaveProperty('replicas');
  });
});

describe('the Ingress', () => {
  const { metadata, spec } = find(manifests, 'Ingress', 'kickoff');
  /** @param {string} name */
  const annotation = (name) => metadata.annotations?.[`nginx.ingress.kubernetes.io/${name}`] ?? '';

  it('leads every path to the front', () => {
    const { service } = spec.rules[0].http.paths[0].backend;
    const ports = find(manifests, 'Service', service.name).spec.ports;

    expect(spec.rules[0].http.paths[0].path).toBe('/');
    expect(service.name).toBe('front');
    expect(ports.map((/** @type {{ name: string }} */ port) => port.name)).toContain(
      service.port.name,
    );
    expect(new URL(settings['PUBLIC_URL'] ?? '').host).toBe(spec.rules[0].host);
    expect(spec.tls[0].hosts).toEqual([spec.rules[0].host]);
  });

  it('passes event streams on at once and leaves them open beyond the heartbeat', () => {
    const heartbeat = numberIn(read('backend/src/events/heartbeat.ts'), /HEARTBEAT_MS = ([\d_]+)/);

    expect(annotation('proxy-buffering')).toBe('off');
    expect(Number(annotation('proxy-read-timeout')) * 1000).toBeGreaterThan(2 * heartbeat);
  });

  it('takes uploads of the largest size without storing them first', () => {
    expect(annotation('proxy-request-buffering')).toBe('off');
    expect(numberIn(annotation('proxy-body-size'), /^(\d+)m$/)).toBeGreaterThan(100);
  });
});

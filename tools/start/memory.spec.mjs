import { readFileSync } from 'node:fs';

import { describe, expect, it } from '@jest/globals';

import { readImage } from '../containers/dockerfile.mjs';
import { MEMORY_OPTIONS, MEMORY_VARIABLES } from './memory.mjs';

const root = new URL('../../', import.meta.url);

describe('limits of memory', () => {
  it('are part of npm start', () => {
    const { scripts } = JSON.parse(readFileSync(new URL('package.json', root), 'utf8'));
    const variables = Object.entries(MEMORY_VARIABLES).map(([name, value]) => `${name}=${value}`);

    expect(scripts.start).toBe(
      ['exec env', ...variables, 'node', ...MEMORY_OPTIONS, 'tools/start.mjs'].join(' '),
    );
  });

  it('are part of the server image', () => {
    const { environment, command } = readImage(new URL('tools/containers/server.Dockerfile', root));

    expect(environment).toMatchObject(MEMORY_VARIABLES);
    expect(command).toEqual(['node', ...MEMORY_OPTIONS, 'backend/dist/main.js']);
  });
});

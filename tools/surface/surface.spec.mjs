import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';

import { missingSteps } from './compare-surfaces.mjs';
import { readSurface } from './read-surface.mjs';

/** @type {string} */
let folder;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'kickoff-library-'));
  mkdirSync(join(folder, '.types'));
  writeFileSync(
    join(folder, 'tsconfig.json'),
    '{ "compilerOptions": { "lib": ["es5"], "types": [] }, "files": [".types/index.d.ts"] }',
  );
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const FIRST = [
  'interface Clock { minute: number }',
  '/** The minute of a match. */',
  'export declare function minuteOf(clock: Clock): number;',
  'export declare const FULL_TIME: 90;',
];

/**
 * @param {string} version
 * @param {string[]} types the emitted types of the library's one entry point
 */
function surfaceOf(version, types) {
  const manifest = { name: '@kickoff/clock', version, exports: { '.': './src/index.ts' } };
  writeFileSync(join(folder, 'package.json'), JSON.stringify(manifest));
  writeFileSync(join(folder, '.types/index.d.ts'), `${types.join('\n')}\nexport {};\n`);
  return readSurface(folder);
}

/**
 * @param {string} version the version of the changed library; the report is of 1.2.3
 * @param {string[]} types
 */
const stepsMissingIn = (version, types) =>
  missingSteps(surfaceOf('1.2.3', FIRST), surfaceOf(version, types));

describe('The public surface of a library', () => {
  it('needs no version step when only its documentation changes', () => {
    const types = FIRST.map((line) => line.replace('The minute', 'The present minute'));

    expect(stepsMissingIn('1.2.3', types)).toEqual([]);
  });

  it('needs a minor version when an export is added', () => {
    const types = [...FIRST, 'export declare const HALF_TIME: 45;'];

    expect(stepsMissingIn('1.2.4', types)).toEqual([
      "@kickoff/clock: 'HALF_TIME' is added since 1.2.3. The version must be at least 1.3.0, it is 1.2.4.",
    ]);
    expect(stepsMissingIn('1.3.0', types)).toEqual([]);
  });

  it('needs a major version when an export is removed', () => {
    const types = FIRST.filter((line) => !line.includes('FULL_TIME'));

    expect(stepsMissingIn('1.3.0', types)).toEqual([
      "@kickoff/clock: 'FULL_TIME' is removed since 1.2.3. The version must be at least 2.0.0, it is 1.3.0.",
    ]);
    expect(stepsMissingIn('2.0.0', types)).toEqual([]);
  });

  it('needs a major version when a parameter or return type of an export changes', () => {
    const wider = FIRST.map((line) => line.replace('FULL_TIME: 90', 'FULL_TIME: number'));
    const otherArgument = FIRST.map((line) => line.replace('minute: number', 'second: number'));

    expect(stepsMissingIn('1.9.0', wider)).toEqual([
      "@kickoff/clock: 'FULL_TIME' is changed since 1.2.3. The version must be at least 2.0.0, it is 1.9.0.",
    ]);
    expect(stepsMissingIn('1.9.0', otherArgument)).toEqual([
      "@kickoff/clock: 'Clock' is changed since 1.2.3. The version must be at least 2.0.0, it is 1.9.0.",
    ]);
  });

  it('reports the entry point of an export that is not in the main one', () => {
    const before = surfaceOf('1.2.3', FIRST);
    const now = { ...before, entries: { ...before.entries, './half': before.entries['.'] ?? {} } };

    expect(missingSteps(before, now)).toContain(
      "@kickoff/clock/half: 'minuteOf' is added since 1.2.3. The version must be at least 1.3.0, it is 1.2.3.",
    );
  });

  it('is rejected when its entry point uses export *', () => {
    const types = [...FIRST, "export * from './halves';"];

    expect(() => surfaceOf('1.2.3', types)).toThrow(/index\.ts exports \*\. List its exports\./);
  });

  it('is rejected without emitted types', () => {
    surfaceOf('1.2.3', FIRST);
    rmSync(join(folder, '.types'), { recursive: true });

    expect(() => readSurface(folder)).toThrow(/index\.d\.ts is missing\. Run: npm run types/);
  });
});

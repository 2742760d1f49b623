// The public surface of a library: the declarations of its exports, from its emitted types.
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import {
  CompilerState,
  Extractor,
  ExtractorConfig,
  ExtractorLogLevel,
} from '@microsoft/api-extractor';

/**
 * @typedef {object} Surface
 * @property {string} name the name of the package
 * @property {string} version
 * @property {Record<string, Record<string, string[]>>} entries the lines of declarations by name, by
 *   entry point (`.`, `./drafts`)
 */

/** Remarks of API Extractor on the documentation of a declaration. */
const REMARK = /^\s*\/\/ (?:@|\()/;
const SILENT = { default: { logLevel: ExtractorLogLevel.None } };

/**
 * @param {string} folder the library; its types are in `.types`, as `tsc -b` emits them
 * @returns {Surface}
 * @throws if an entry point has no emitted types, or does not list its exports
 */
export function readSurface(folder) {
  /** @type {{ name: string, version: string, exports: Record<string, string | { types: string }> }} */
  const { name, version, exports } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  const modules = Object.entries(exports).flatMap(([entry, target]) => {
    const source = typeof target === 'string' ? target : target.types;
    return /\.tsx?$/.test(source)
      ? [/** @type {const} */ ([entry, findTypes(folder, source)])]
      : [];
  });
  const compilerState = compile(
    folder,
    modules.map(([, types]) => types),
  );
  const entries = modules.map(([entry, types]) => [
    entry,
    splitReport(extractReport(folder, types, compilerState)),
  ]);
  return { name, version, entries: Object.fromEntries(entries) };
}

/**
 * @param {string} folder
 * @param {string} source such as `./src/index.ts`
 * @returns {string} the emitted types of an entry point
 */
function findTypes(folder, source) {
  const types = join(folder, source.replace('/src/', '/.types/').replace(/\.tsx?$/, '.d.ts'));
  if (!existsSync(types)) throw new Error(`${types} is missing. Run: npm run types`);
  if (/^export \* from/m.test(readFileSync(types, 'utf8'))) {
    throw new Error(`${join(folder, source)} exports *. List its exports.`);
  }
  return types;
}

/**
 * Loads all entry points of a library at once: most of their types are the same.
 *
 * @param {string} folder
 * @param {readonly string[]} entries their emitted types
 */
function compile(folder, entries) {
  const [first = '', ...additionalEntryPoints] = entries;
  return CompilerState.create(configure(folder, first, folder), { additionalEntryPoints });
}

/**
 * @param {string} folder
 * @param {string} types the emitted types of one entry point
 * @param {string} reports the folder of the report
 */
function configure(folder, types, reports) {
  const tsconfig = JSON.parse(readFileSync(join(folder, 'tsconfig.json'), 'utf8'));
  // They and the sources to which they refer were checked when they were emitted.
  const compilerOptions = { ...tsconfig.compilerOptions, noCheck: true };
  return ExtractorConfig.prepare({
    configObject: {
      projectFolder: folder,
      mainEntryPointFilePath: types,
      compiler: { overrideTsconfig: { ...tsconfig, compilerOptions } },
      apiReport: {
        enabled: true,
        reportFolder: reports,
        reportTempFolder: join(reports, 'new'),
        reportFileName: 'surface.api.md',
        includeForgottenExports: true,
      },
      docModel: { enabled: false },
      dtsRollup: { enabled: false },
      tsdocMetadata: { enabled: false },
      newlineKind: 'lf',
      messages: {
        compilerMessageReporting: SILENT,
        extractorMessageReporting: SILENT,
        tsdocMessageReporting: SILENT,
      },
    },
    configObjectFullPath: undefined,
    packageJsonFullPath: join(folder, 'package.json'),
  });
}

/**
 * Returns the report of API Extractor, with the private declarations to which exported ones refer.
 *
 * @param {string} folder
 * @param {string} types the emitted types of one entry point
 * @param {CompilerState} compilerState
 */
function extractReport(folder, types, compilerState) {
  const reports = mkdtempSync(join(tmpdir(), 'kickoff-surface-'));
  try {
    const config = configure(folder, types, reports);
    Extractor.invoke(config, { compilerState, localBuild: true, messageCallback: muteInfo });
    return readFileSync(join(reports, 'surface.api.md'), 'utf8');
  } finally {
    rmSync(reports, { recursive: true, force: true });
  }
}

/** @param {import('@microsoft/api-extractor').ExtractorMessage} message */
function muteInfo(message) {
  if (message.logLevel !== 'error') message.handled = true;
}

/**
 * @param {string} report
 * @returns {Record<string, string[]>} the lines of declarations by name; overloads, and a type with the value of
 *   its name, are one
 */
function splitReport(report) {
  const code = /```ts\n([\s\S]*?)\n```/.exec(report)?.[1] ?? '';
  /** @type {Record<string, string[]>} */
  const declarations = {};
  for (const paragraph of code.split('\n\n')) {
    const lines = paragraph.split('\n').filter((line) => !REMARK.test(line) && line.trim() !== '');
    const name = nameOf(lines.join('\n'));
    if (name !== undefined) declarations[name] = [...(declarations[name] ?? []), ...lines];
  }
  return declarations;
}

/**
 * @param {string} declaration
 * @returns {string | undefined} undefined for imports and remarks
 */
function nameOf(declaration) {
  const [, keyword, name] =
    /^(?:export )?(?:declare )?(?:abstract )?(const enum|enum|const|let|var|function|class|interface|type|namespace) ([\w$]+)/m.exec(
      declaration,
    ) ?? [];
  if (keyword !== undefined) return name;
  return /^export (?:\* as )?\{? ?([\w$]+)/m.exec(declaration)?.[1];
}

// Each sentence of a catalogue is in the file that shows it, so that a page loads no texts of other pages.
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { runInNewContext } from 'node:vm';

import { transformSync } from '@swc/core';
import webpack from 'webpack';

const NAME = 'InlineTextsPlugin';
const TEXTS = Symbol('texts of a catalogue');
const { ConstDependency } = webpack.dependencies;

/** What names a catalogue in an import: ./texts, ../../texts. */
const CATALOGUE = /^\..*\/texts$/;

/**
 * Reads a catalogue.
 * @param {string} file a module that exports the constant object `texts`
 * @returns {unknown} groups of texts by their keys
 */
function readCatalogue(file) {
  const { code } = transformSync(readFileSync(file, 'utf8'), {
    swcrc: false,
    jsc: { parser: { syntax: 'typescript' }, target: 'es2022' },
    module: { type: 'commonjs' },
  });
  /** @type {{ texts?: unknown }} */
  const exports = {};
  runInNewContext(code, { exports });
  return exports.texts;
}

/**
 * Replaces `texts.group.key` by the text of that key. A catalogue is read by constant keys: where the
 * last key is computed, the whole group is in its place.
 */
export class InlineTextsPlugin {
  /** @param {import('webpack').Compiler} compiler */
  apply(compiler) {
    /** @type {Map<string, unknown>} */
    const catalogues = new Map();
    compiler.hooks.compilation.tap(NAME, (_compilation, { normalModuleFactory }) => {
      const { parser } = normalModuleFactory.hooks;
      parser.for('javascript/auto').tap(NAME, (each) => inlineIn(each, catalogues));
      parser.for('javascript/esm').tap(NAME, (each) => inlineIn(each, catalogues));
    });
  }
}

/**
 * @param {unknown} catalogue
 * @param {readonly string[]} keys
 * @returns {unknown} a text, or a group of texts
 * @throws if there is none
 */
function valueAt(catalogue, keys) {
  let value = catalogue;
  for (const key of keys) {
    value =
      typeof value === 'object' && value !== null
        ? Object.entries(value).find(([name]) => name === key)?.[1]
        : undefined;
  }
  if (value === undefined) throw new Error(`No catalogue has the text ${keys.join('.')}`);
  return value;
}

/**
 * @param {import('webpack').javascript.JavascriptParser} parser
 * @param {Map<string, unknown>} catalogues by their files
 */
function inlineIn(parser, catalogues) {
  /** @param {string} source as the module being parsed imports it */
  const catalogueOf = (source) => {
    const { resource } = /** @type {import('webpack').NormalModule} */ (parser.state.module);
    const file = `${join(dirname(resource), source)}.ts`;
    if (!catalogues.has(file)) catalogues.set(file, readCatalogue(file));
    return catalogues.get(file);
  };
  /**
   * @param {{ range?: [number, number] }} node
   * @param {string} code
   */
  const replace = ({ range }, code) => {
    if (!range) throw new Error('The parser gives no ranges');
    parser.state.module.addPresentationalDependency(new ConstDependency(code, range));
    return true;
  };
  parser.hooks.import.tap(NAME, (statement, source) =>
    CATALOGUE.test(String(source)) ? replace(statement, ';') : undefined,
  );
  parser.hooks.importSpecifier.tap(
    // Before the plugin that makes dependencies of imports.
    { name: NAME, stage: -10 },
    (_statement, source, exported, local) => {
      if (exported !== 'texts' || !CATALOGUE.test(String(source))) return undefined;
      parser.tagVariable(local, TEXTS, { catalogue: catalogueOf(String(source)) });
      return true;
    },
  );
  parser.hooks.expression.for(TEXTS).tap(NAME, () => {
    throw new Error('Read a text by its key: the whole catalogue would be loaded');
  });
  parser.hooks.expressionMemberChain.for(TEXTS).tap(NAME, (expression, keys) => {
    const { catalogue } = /** @type {{ catalogue: unknown }} */ (parser.currentTagData);
    const value = valueAt(catalogue, keys);
    const text = JSON.stringify(value);
    return replace(expression, typeof value === 'string' ? text : `(${text})`);
  });
}

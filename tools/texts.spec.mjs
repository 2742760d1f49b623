import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { describe, expect, it } from '@jest/globals';
import ts from 'typescript';

import { InlineTextsPlugin } from '../libs/remote-kit/build/inline-texts-plugin.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));

/** The projects that show texts; each has one catalogue, `src/texts.ts`. */
const PROJECTS = [
  'libs/remote-kit',
  'libs/ui',
  'libs/web',
  'mf-admin',
  'mf-fan',
  'mf-leagues',
  'shell',
];

/** Attributes that are shown or read by screen readers. */
const SHOWN =
  /^(alt|title|label|placeholder|text|hint|heading|aria-(label|description|roledescription|valuetext))$/;
/** Calls whose arguments are not shown: headers, and search strings. */
const NOT_SHOWN = /(headers[.]set|[.]setRequestHeader|[.]includes)$/;
const LETTER = /\p{L}/u;
/** Starts like a sentence, and has a second word. */
const SENTENCE = /^[‘“']?\p{Lu}[\p{L}’']* \S/u;

/** @param {string} project */
function sourcesOf(project) {
  return execFileSync(
    'git',
    [
      'ls-files',
      '--cached',
      '--others',
      '--exclude-standard',
      `${project}/src`,
      `${project}/worker`,
    ],
    { cwd: root, encoding: 'utf8' },
  )
    .split('\n')
    .filter((path) => /(?<![.]d|[.]spec)[.]tsx?$/.test(path))
    .filter((path) => !/[/](test|texts[.]ts$|fake-)/.test(path))
    .filter((path) => existsSync(join(root, path)));
}

/** @param {string} path */
function parse(path) {
  return ts.createSourceFile(
    path,
    readFileSync(join(root, path), 'utf8'),
    ts.ScriptTarget.Latest,
    true,
  );
}

/** Errors for developers, headers and imports are not shown. @param {ts.Node} node */
function isShown(node) {
  for (let parent = node.parent; parent; parent = parent.parent) {
    if (ts.isNewExpression(parent) || ts.isImportDeclaration(parent)) return false;
    if (ts.isCallExpression(parent) && NOT_SHOWN.test(parent.expression.getText())) return false;
    if (ts.isStatement(parent)) return true;
  }
  return true;
}

/**
 * @param {ts.Node} node
 * @returns {string | undefined} the text that stands in the source itself
 */
function textIn(node) {
  if (ts.isJsxText(node))
    return LETTER.test(node.text.replaceAll(/&\w+;/g, '')) ? node.text.trim() : undefined;
  if (ts.isJsxAttribute(node)) {
    const { initializer, name } = node;
    return initializer && ts.isStringLiteral(initializer) && SHOWN.test(name.getText())
      ? initializer.text.match(LETTER)?.input
      : undefined;
  }
  const isText = ts.isStringLiteral(node) || ts.isNoSubstitutionTemplateLiteral(node);
  const text = isText
    ? node.text
    : ts.isTemplateExpression(node)
      ? node.getText().slice(1, -1)
      : '';
  return SENTENCE.test(text) && isShown(node) ? text : undefined;
}

/**
 * @param {string} path
 * @returns {string[]} place and text of each text outside the catalogue
 */
function strayTexts(path) {
  const source = parse(path);
  /** @type {string[]} */
  const found = [];
  /** @param {ts.Node} node */
  const visit = (node) => {
    const text = textIn(node);
    if (text !== undefined) {
      const { line } = source.getLineAndCharacterOfPosition(node.getStart());
      found.push(`${path}:${line + 1} ${text}`);
    } else {
      ts.forEachChild(node, visit);
    }
  };
  visit(source);
  return found;
}

/**
 * @param {ts.Node} node
 * @param {string} path of keys
 * @returns {string[]} `group.key` for each text or set of plurals
 */
function keysOf(node, path = '') {
  if (!ts.isObjectLiteralExpression(node)) return [path.slice(1)];
  const names = node.properties.map((property) => property.name?.getText() ?? '');
  if (path !== '' && names.includes('other')) return [path.slice(1)];
  return node.properties.flatMap((property) =>
    ts.isPropertyAssignment(property)
      ? keysOf(property.initializer, `${path}.${property.name.getText()}`)
      : [],
  );
}

/**
 * @param {string} project
 * @returns {string[]} keys that no source reads; a computed key reads all of its group
 */
function unusedKeys(project) {
  const [statement] = parse(`${project}/src/texts.ts`).statements;
  if (!statement || !ts.isVariableStatement(statement)) throw new Error(`${project} has no texts`);
  const [declaration] = statement.declarationList.declarations;
  const value = declaration?.initializer;
  if (!value || !ts.isAsExpression(value)) throw new Error(`${project}: texts are not constant`);
  const code = sourcesOf(project)
    .map((path) => readFileSync(join(root, path), 'utf8'))
    .join('\n');
  const read = new Set(
    [...code.matchAll(/\btexts((?:\s*[.]\w+)+)/g)].map(([, keys = '']) =>
      keys.replaceAll(/\s/g, '').slice(1),
    ),
  );
  return keysOf(value.expression).filter((key) => {
    const parts = key.split('.');
    return !parts.some((_, index) => read.has(parts.slice(0, index + 1).join('.')));
  });
}

describe.each(PROJECTS)('texts of %s', (project) => {
  it('stand in its catalogue alone', () => {
    expect(sourcesOf(project).flatMap(strayTexts)).toEqual([]);
  });

  it('are all shown somewhere', () => {
    expect(unusedKeys(project)).toEqual([]);
  });
});

describe.each(['shell', 'mf-fan', 'mf-leagues', 'mf-admin'])('production build of %s', (app) => {
  it('inlines its texts', async () => {
    /** @type {{ default: (env: unknown, argv: { mode: string }) => { plugins: unknown[] } }} */
    const { default: config } = await import(`../${app}/webpack.config.mjs`);

    const { plugins } = config(undefined, { mode: 'production' });

    expect(plugins).toContainEqual(expect.any(InlineTextsPlugin));
  });
});

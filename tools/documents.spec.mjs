import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { describe, expect, it } from '@jest/globals';

const root = fileURLToPath(new URL('..', import.meta.url));

/** Files that git tracks or will track, without those deleted in the working tree. */
const files = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], {
  cwd: root,
  encoding: 'utf8',
})
  .split('\n')
  .filter((path) => path !== '' && existsSync(join(root, path)))
  .sort();
const documents = files.filter((path) => /^(docs\/.+|README|CONTRIBUTING)[.]md$/.test(path));
const records = documents.filter((path) => path.startsWith('docs/decisions/'));

/** Files and folders that exist only at run time. */
const MADE_AT_RUN_TIME = [
  '.data/',
  '.incoming',
  'KICKOFF_DATA/live/<name>/',
  'data.json',
  'dist/',
  'mf-manifest.json',
  'mongodb/',
  'outbox/',
  'parts.json',
  'secrets.json',
  'uploads/',
  'uploads/.incoming',
];
const MAX_LINES = 110;
const MAX_LENGTH = 110;

/** @param {string} path */
const read = (path) => readFileSync(join(root, path), 'utf8');

/**
 * Finds the words in backticks that have the form of a relative path: with a slash, or with the ending of a source file.
 *
 * @param {string} text Markdown; fenced blocks are ignored
 */
function findPaths(text) {
  const words = [...text.replace(/^```.*?^```/gms, '').matchAll(/`([^`\n]+)`/g)];
  return words
    .map(([, word = '']) => word)
    .filter((word) => /^[\w.*…<>][\w.*…<>/-]*$/.test(word))
    .filter((word) => /[/]|[.](ts|tsx|mjs|cjs|json|md|css|yml)$/.test(word))
    .filter((word) => !MADE_AT_RUN_TIME.includes(word));
}

/**
 * Whether a file or folder of the repository has this path or ends with it. `*`, `…` and `<name>` stand for a part of a
 * name.
 *
 * @param {string} path
 */
function exists(path) {
  const pattern = path
    .replace(/[/]$/, '')
    .split(/[*…]|<\w+>/)
    .map((part) => part.replaceAll(/[.]/g, '[.]'))
    .join('[^/]+');
  const isFolder = path.endsWith('/');
  const expected = new RegExp(`(^|/)${pattern}${isFolder ? '/' : '(/|$)'}`);
  return files.some((file) => expected.test(file));
}

describe('the documents', () => {
  it.each(documents)('%s names existing files and folders only', (path) => {
    const missing = findPaths(read(path)).filter((word) => !exists(word));

    expect(missing).toEqual([]);
  });

  it.each(documents)('%s links to existing files only', (path) => {
    const links = [...read(path).matchAll(/\]\(([^)#]+)/g)].map(([, target = '']) => target);
    const relative = links.filter((target) => !/^https?:/.test(target));

    expect(relative.filter((target) => !existsSync(join(root, dirname(path), target)))).toEqual([]);
  });
});

describe('a decision record', () => {
  it.each(records)('%s has the title and the sections of all records', (path) => {
    const headings = read(path)
      .split('\n')
      .filter((line) => /^##? /.test(line));

    expect(headings[0]).toMatch(new RegExp(`^# ${basename(path).slice(0, 4)}[.] \\S.*[^.]$`));
    expect(headings.slice(1)).toEqual(['## Context', '## Decision', '## Consequences']);
  });

  it('has a number of its own', () => {
    const numbers = records.map((path) => basename(path).slice(0, 4));

    expect(numbers).toEqual(records.map((_, at) => String(at + 1).padStart(4, '0')));
  });
});

describe('docs/ARCHITECTURE.md', () => {
  const lines = read('docs/ARCHITECTURE.md').trimEnd().split('\n');

  it(`has at most ${MAX_LINES} lines of at most ${MAX_LENGTH} characters`, () => {
    expect(lines.length).toBeLessThanOrEqual(MAX_LINES);
    expect(lines.filter((line) => line.length > MAX_LENGTH)).toEqual([]);
  });

  it('has the sections 1 to 10', () => {
    const sections = lines.flatMap((line) => /^## (\d+)[.] /.exec(line)?.[1] ?? []);

    expect(sections).toEqual(Array.from({ length: 10 }, (_, at) => String(at + 1)));
  });
});

import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { basename, extname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { describe, expect, it } from '@jest/globals';

const root = fileURLToPath(new URL('..', import.meta.url));

/** Source files that git tracks or will track, without tests, test doubles, the demo cast and documents. */
const files = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], {
  cwd: root,
  encoding: 'utf8',
})
  .split('\n')
  .filter((path) => /[.](ts|tsx|mjs|cjs|js|css|yml|Dockerfile)$/.test(path))
  .filter((path) => !/[.](e2e-)?spec[.]|[.]bench[.]|^e2e\/|^backend\/test\/|\/test\//.test(path))
  .filter((path) => !path.startsWith('libs/testing/') && existsSync(join(root, path)))
  .map((path) => ({ path, name: toWords(basename(path, extname(path))), text: read(path) }));

/** @param {string} path */
function read(path) {
  return readFileSync(join(root, path), 'utf8').toLowerCase();
}

/**
 * Splits a name in kebab, camel or Pascal case into lower-case words between spaces. Plurals become singular.
 *
 * @param {string} name
 */
function toWords(name) {
  const words = name.replaceAll(/([a-z0-9])([A-Z])/g, '$1 $2').split(/[^A-Za-z0-9]+/);
  return ` ${words.map((word) => word.toLowerCase().replace(/s$/, '')).join(' ')} `;
}

/** @param {string} term */
function findByName(term) {
  return files.filter(({ name }) => name.includes(toWords(term)));
}

/**
 * Returns the files that a literal search for a term leads to: the only one with the term in its name; if several or none
 * have it there, those of them (or of all) that contain it most often.
 *
 * @param {string} term
 */
function search(term) {
  const named = findByName(term);
  if (named.length === 1) return named.map(({ path }) => basename(path));
  const hits = (named.length > 0 ? named : files).map(({ path, text }) => ({
    path,
    count: text.split(term.toLowerCase()).length - 1,
  }));
  const most = Math.max(...hits.map(({ count }) => count));
  return hits.filter(({ count }) => count === most).map(({ path }) => basename(path));
}

describe('a search for one term', () => {
  it.each([
    // Backend
    ['Where is the rate limit of likes set?', 'rate limit', 'rate-limits.ts'],
    ['Where is the SSE heartbeat?', 'heartbeat', 'heartbeat.ts'],
    ['What is deleted with an account?', 'personal data', 'personal-data-sources.ts'],
    ['Where is the session cookie set?', 'session cookie', 'session-cookie.ts'],
    ['How are requests of other sites refused?', 'same-origin', 'same-origin.ts'],
    ['Where is the content security policy?', 'security headers', 'security-headers.ts'],
    ['How is an older database migrated?', 'migration', 'migrations.ts'],
    ['Why is nobody notified twice?', 'dedup key', 'notification-dedup-key.schema.ts'],
    ['What does a suspension do?', 'suspension', 'suspensions.service.ts'],
    ['In what order are teams of equal points?', 'standings', 'standings.ts'],
    ['Where is mail sent by SMTP?', 'smtp', 'smtp-carrier.ts'],
    ['Which fans are suggested first?', 'suggestion ranking', 'suggestion-ranking.ts'],
    // Front end
    ['How are long lists rendered?', 'virtualizer', 'WindowVirtualizer.ts'],
    ['When does the event stream reconnect?', 'backoff', 'live-stream.ts'],
    ['What works without a network?', 'service worker', 'service-worker.ts'],
    ['What happens when a component throws?', 'error boundary', 'ErrorBoundary.tsx'],
    ['Where are the colours of charts?', 'chart theme', 'useChartTheme.ts'],
    ['How is a profile picture cropped?', 'picture crop', 'PictureCrop.tsx'],
    // Tools
    ['Where are the built files compressed?', 'precompress', 'precompress.mjs'],
    ['Which ports do the apps use in development?', 'dev ports', 'dev-ports.mjs'],
  ])('answers "%s"', (_question, term, expected) => {
    expect(search(term)).toEqual([expected]);
  });
});

/** The units that GLOSSARY.md names: classes, components, hooks and modules, without the types and functions in them. */
const TERMS = [
  // Backend
  'notification request, follow notifier, match notifier, notification fanout job, notification dedup key',
  'block cache, fan relation, fan relation version, personal data sources, post events, people events',
  'match change detector, coalescing runner, cached response, league cache, token authenticator',
  'drain middleware, post presenter, post cleanup job, moderated post, moderated post expiry job',
  'sse connection, heartbeat, visibility, transaction, search suffixes, poll scheduler',
  // Front end
  'list page, window virtualizer, lazy component, deferred component, refresh requests, focus fallback',
  'chart theme, chart, invalidate fan relations, offline cache, composer events, session storage',
  'recently used, preferences, auth layout, restricted fans list, unrestrict, profile unavailable',
  'pending deletion notice, friend avatars, profile header, app skeleton, feed skeleton',
  'character count, fan action dialog, admin action, fan actions, moderation note, like channel',
  'retry query plugin, type to confirm dialog, idempotency key, error boundary',
].flatMap((line) => line.split(', '));

it('finds at least 57 of the 60 terms of the glossary in names of files', () => {
  const missing = TERMS.filter((term) => findByName(term).length === 0);

  expect(new Set(TERMS).size).toBe(60);
  expect(missing.length <= 3 ? [] : missing).toEqual([]);
});

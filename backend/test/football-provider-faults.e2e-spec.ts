import { describe, expect, it } from '@jest/globals';
import { answered, aProviderMatch, theMatches } from '@kickoff/testing/football-data-shapes';
import type { Reply } from '@kickoff/testing/provider-double';

import { ApiFootballProvider } from '../src/football/providers/api-football.provider.js';
import { FootballDataProvider } from '../src/football/providers/football-data.provider.js';
import { anApiFixture, enveloped } from './support/api-football-shapes.js';
import { KEY, NOW, withProvider } from './support/asked-provider.js';

const SHORT_TIMEOUT_MS = 100;

const asked = withProvider();

describe.each([
  [
    'football-data.org',
    (timeoutMs?: number) => new FootballDataProvider(asked.access(timeoutMs)),
    () => answered(theMatches(aProviderMatch())),
  ],
  [
    'api-football',
    (timeoutMs?: number) => new ApiFootballProvider(asked.access(timeoutMs)),
    () => enveloped([anApiFixture()]),
  ],
])('%s', (_, aProvider, season) => {
  const fetchMatches = () => aProvider().fetchMatches('premier_league', NOW);

  const faults: [string, () => Reply, string][] = [
    [
      'a bad key',
      () => ({ status: 400, body: { message: 'Bad token', errorCode: 400 } }),
      'invalid_key',
    ],
    ['a missing key', () => ({ status: 401, body: {} }), 'invalid_key'],
    ['a forbidden league', () => ({ status: 403, body: {} }), 'forbidden'],
    ['an unknown resource', () => ({ status: 404, body: {} }), 'not_found'],
    ['too many requests', () => ({ status: 429, body: {} }), 'rate_limited'],
    ['a server error', () => ({ status: 500, body: 'oops' }), 'unavailable'],
    ['a gateway without a server', () => ({ status: 502, body: '<html>' }), 'unavailable'],
    ['an aborted response', () => 'cut', 'unavailable'],
    ['a truncated body', () => ({ body: '{"matches":[{"id":' }), 'bad_payload'],
    ['an HTML page', () => ({ body: '<!doctype html>' }), 'bad_payload'],
    [
      'another shape',
      () => ({ body: { matches: 'none', errors: [], response: 'none' } }),
      'bad_payload',
    ],
    ['null', () => ({ body: 'null' }), 'bad_payload'],
    ['no match', () => ({ body: { matches: [], errors: [], response: [] } }), 'bad_payload'],
    ['more than 8 MB', () => ({ body: `"${'x'.repeat(9 * 1024 * 1024)}"` }), 'bad_payload'],
  ];
  it.each(faults)('reports %s without revealing the key', async (_, reply, kind) => {
    asked.double.reply = reply;

    const fault = await fetchMatches().catch((error: unknown) => error);

    expect(fault).toMatchObject({ name: 'ProviderError', kind });
    expect(String(fault)).not.toContain(KEY);
  });

  it('times out when the provider hangs', async () => {
    asked.double.reply = () => 'hang';

    await expect(
      aProvider(SHORT_TIMEOUT_MS).fetchMatches('premier_league', NOW),
    ).rejects.toMatchObject({ kind: 'unavailable' });
  });

  it('does not follow redirects', async () => {
    asked.double.reply = (path) =>
      path.startsWith('/elsewhere')
        ? season()
        : { status: 302, headers: { Location: `${asked.access().url}/elsewhere` }, body: '' };

    await expect(fetchMatches()).rejects.toMatchObject({ kind: 'unavailable' });

    expect(asked.double.calls).toHaveLength(1);
  });

  it('reports an unreachable provider as unavailable', async () => {
    await asked.double.stop();

    await expect(fetchMatches()).rejects.toMatchObject({
      kind: 'unavailable',
    });
  });
});

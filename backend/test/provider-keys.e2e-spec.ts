import { afterEach, beforeEach, expect, it } from '@jest/globals';
import { LEAGUES } from '@kickoff/contracts';
import { answered, aProviderMatch, theMatches } from '@kickoff/testing/football-data-shapes';
import { ProviderDouble, type Reply } from '@kickoff/testing/provider-double';

import { anApiFixture, enveloped, refused } from './support/api-football-shapes.js';
import { aFan, anAdmin, as, asVisitor, logInAdmin } from './support/callers.js';
import { type KickOff, startKickOff } from './support/kickoff.js';
import { pollFor } from './support/polling.js';

const TOKEN = 'planted-football-data-token';
const KEY = 'planted-api-football-key';
/** Providers may echo the key that was sent, and name its owner. */
const ECHO = { 'X-Authenticated-Client': 'planted owner', 'X-Echo': `${TOKEN} ${KEY}` };

let doubles: ProviderDouble[];
let kickoff: KickOff;
let log: string;

beforeEach(async () => {
  log = '';
  doubles = [new ProviderDouble(() => 'hang'), new ProviderDouble(() => 'hang')];
  const [dataUrl = '', apiUrl = ''] = await Promise.all(doubles.map((double) => double.start()));
  kickoff = await startKickOff(
    {
      LOG_LEVEL: 'trace',
      FOOTBALL_DATA_TOKEN: TOKEN,
      FOOTBALL_DATA_URL: dataUrl,
      API_FOOTBALL_KEY: KEY,
      API_FOOTBALL_URL: apiUrl,
    },
    { write: (line) => void (log += line) },
  );
});
afterEach(async () => {
  await kickoff.stop();
  await Promise.all(doubles.map((double) => double.stop()));
});

const echoed = { message: `Your API token ${TOKEN} is invalid.`, error: `${TOKEN} ${KEY}` };

it.each<[string, Reply, Reply]>([
  [
    'valid responses',
    answered(theMatches(aProviderMatch()), ECHO),
    enveloped(
      [{ ...anApiFixture(), league: { id: 323, name: 'Indian Super League', round: KEY } }],
      ECHO,
    ),
  ],
  ['refusals', { status: 400, headers: ECHO, body: echoed }, refused({ token: `${KEY} is wrong` })],
  ['faults', { status: 500, headers: ECHO, body: echoed }, refused({ bug: `with ${KEY}` })],
  ['malformed bodies', { headers: ECHO, body: `<html>${TOKEN}` }, { headers: ECHO, body: [KEY] }],
  [
    'a redirect',
    { status: 302, headers: { Location: `/?${TOKEN}` }, body: '' },
    { status: 302, headers: { Location: `/?${KEY}` }, body: '' },
  ],
])('no log, response, page or row contains a provider key after %s', async (_, data, api) => {
  for (const [at, reply] of [data, api].entries()) {
    const double = doubles[at];
    if (double) double.reply = () => reply;
  }
  const fan = await aFan(kickoff);
  const admin = await logInAdmin(kickoff, await anAdmin(kickoff));

  await pollFor(kickoff, 140_000, 7_000);
  const texts: string[] = [];
  for (const path of [
    ...LEAGUES.map((league) => `/api/football?league=${league}`),
    ...['leagues', 'latest', 'digest', 'teams', 'calendar'].map((name) => `/api/football/${name}`),
    '/api/football/matches/football-data.org:538001',
  ]) {
    const answer = await as(kickoff, fan).get(path);
    texts.push(answer.text, JSON.stringify(answer.headers));
  }
  texts.push((await as(kickoff, admin).get('/api/admin/football').expect(200)).text);
  for (const page of ['/leagues', '/premier_league', '/indian_super_league']) {
    texts.push((await asVisitor(kickoff).get(page).set('Accept', 'text/html')).text);
  }
  for (const { name } of await kickoff.connection.listCollections()) {
    texts.push(JSON.stringify(await kickoff.connection.collection(name).find().toArray()));
  }

  expect(doubles.map(({ calls }) => calls.length > 0)).toEqual([true, true]);
  expect(doubles[0]?.headers['x-auth-token']).toBe(TOKEN);
  expect(doubles[1]?.headers['x-apisports-key']).toBe(KEY);
  expect(texts.join()).not.toMatch(/planted/);
  expect(log).not.toMatch(/planted/);
  expect(log.length).toBeGreaterThan(1_000);
});

import { fakeApi, json } from '@kickoff/testing/fake-api';
import { afterEach, expect, it, jest } from '@jest/globals';

import { fetchRemoteList } from './remotes';

const listWith = (entry: string) => ({ version: 1, remotes: [{ name: 'fan', entry }] });
const inDocument = listWith('/remotes/fan/assets/remoteEntry.11111111.js');
const atServer = listWith('/remotes/fan/assets/remoteEntry.22222222.js');

afterEach(() => {
  jest.restoreAllMocks();
  document.head.replaceChildren();
});

it('reads the remotes from the document first, then fetches them', async () => {
  fakeApi().on('GET /remotes.json', () => json(atServer));
  const element = document.createElement('script');
  element.type = 'application/json';
  element.id = 'remotes';
  element.text = JSON.stringify(inDocument);
  document.head.append(element);

  const first = await fetchRemoteList();
  const later = await fetchRemoteList();

  expect([first, later]).toEqual([inDocument, atServer]);
});

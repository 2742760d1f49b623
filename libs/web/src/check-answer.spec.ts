import { aLatestMatch, aMatch, anOwnProfile } from '@kickoff/testing';
import { describe, expect, it } from '@jest/globals';

import { checkAnswer } from './check-answer';

describe('checkAnswer', () => {
  it('accepts a response that matches the contract, with parameters or a query', () => {
    const match = {
      ...aLatestMatch(aMatch(), 'premier_league'),
      headToHead: [],
      form: { homeTeam: '', awayTeam: '' },
    };

    expect(() => checkAnswer('GET', '/api/user/profile', anOwnProfile())).not.toThrow();
    expect(() => checkAnswer('GET', '/api/football/matches/demo%3A1?x=1', match)).not.toThrow();
    expect(() => checkAnswer('DELETE', '/api/user/follow/1', undefined)).not.toThrow();
  });

  it('rejects a response that lacks a field', () => {
    const profile = { ...anOwnProfile(), email: undefined };

    expect(() => checkAnswer('GET', '/api/user/profile', profile)).toThrow(
      'GET /api/user/profile answered what its contract does not have',
    );
  });

  it.each([
    ['GET', '/api/user/nothing'],
    ['PUT', '/api/user/profile'],
    ['GET', '/api/football/matches'],
  ])('rejects the unknown call %s %s', (method, address) => {
    expect(() => checkAnswer(method, address, {})).toThrow(
      `The contract has no call ${method} ${address}`,
    );
  });
});

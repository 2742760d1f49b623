import dns from 'node:dns';

import { afterEach, describe, expect, it, jest } from '@jest/globals';
import { mongo } from 'mongoose';

import { isDatabaseAway } from './database-away.js';
import { startFaultOf } from './start-fault.js';

const ADDRESS = 'mongodb+srv://nowhere.example.com/kickoff';
const dnsFault = (code: string) =>
  Object.assign(new Error(`querySrv ${code} _mongodb._tcp.nowhere.example.com`), {
    ...{ code, syscall: 'querySrv', hostname: '_mongodb._tcp.nowhere.example.com' },
  });

const noText = Object.assign(new Error('queryTxt ENODATA'), { code: 'ENODATA' });

describe('startFaultOf a mongodb+srv:// name', () => {
  afterEach(() => {
    jest.restoreAllMocks();
  });

  /** Returns the error the driver throws for this DNS answer. */
  async function errorOfDriver(answer: () => Promise<dns.SrvRecord[]>): Promise<unknown> {
    const lookups: { resolve: (name: string, type: string) => Promise<unknown> } = dns.promises;
    jest
      .spyOn(lookups, 'resolve')
      .mockImplementation((_, type) => (type === 'SRV' ? answer() : Promise.reject(noText)));
    const client = new mongo.MongoClient(ADDRESS, { serverSelectionTimeoutMS: 1 });
    try {
      await client.connect();
      return undefined;
    } catch (error) {
      return error;
    } finally {
      await client.close();
    }
  }

  it.each<[string, () => Promise<dns.SrvRecord[]>]>([
    ['is unknown', () => Promise.reject(dnsFault('ENOTFOUND'))],
    ['has no servers', () => Promise.reject(dnsFault('ENODATA'))],
    ['has none of them', () => Promise.resolve([])],
    [
      'leads to another domain',
      () => Promise.resolve([{ name: 'db.elsewhere.test', port: 27_017, priority: 1, weight: 1 }]),
    ],
  ])('returns one plain message for a name that %s', async (_how, answer) => {
    const fault = startFaultOf(await errorOfDriver(answer));

    expect(fault?.message).toMatch(/^The name in MONGODB_URI .* has no database servers in DNS\. /);
    expect(fault?.message).not.toContain('nowhere');
  });

  it.each(['ETIMEOUT', 'ECONNREFUSED', 'ESERVFAIL', 'EREFUSED'])(
    'returns undefined so that the start is retried when DNS fails with %s',
    async (code) => {
      const error = await errorOfDriver(() => Promise.reject(dnsFault(code)));

      expect(startFaultOf(error)).toBeUndefined();
      expect(isDatabaseAway(error)).toBe(true);
    },
  );
});

import { randomBytes } from 'node:crypto';

import { mongo } from 'mongoose';

/** Beyond this number, emptying takes longer than creating a database. */
const MOST_ROWS = 2_000;

/** Names of empty databases with all collections and indexes of the application. */
const emptied: string[] = [];
/** The collections and indexes of a database that the application has just opened. */
let structure: ReadonlyMap<string, string> | undefined;

/** The database server that all test files share. */
export function databaseServer(): URL {
  const server = process.env['KICKOFF_TEST_MONGODB'];
  if (!server)
    throw new Error('KICKOFF_TEST_MONGODB is not set: run the tests by npm run test:api');
  return new URL(server);
}

/**
 * Returns the name of an empty database: a released one of an earlier test in this process, because
 * creating some 200 files takes longer than most tests.
 */
export function takeDatabase(): string {
  return emptied.pop() ?? `test-${randomBytes(6).toString('hex')}`;
}

/**
 * Records the collections and indexes of a new database, once per process: the application has just
 * created them.
 */
export async function noteStructure(db: mongo.Db): Promise<void> {
  structure ??= await structureOf(db);
}

/** Empties a database for the next test, or drops it if a test has changed its structure. */
export async function giveBack(name: string): Promise<void> {
  // A separate connection: one with the server's timeouts would give up on a busy machine.
  const client = await mongo.MongoClient.connect(databaseServer().href);
  const db = client.db(name);
  if (await empty(db)) emptied.push(name);
  else await db.dropDatabase();
  await client.close();
}

/** Drops a database. */
export async function dropDatabase(name: string): Promise<void> {
  const client = await mongo.MongoClient.connect(databaseServer().href);
  await client.db(name).dropDatabase();
  await client.close();
}

/** @returns whether the database has the structure of a new one */
async function empty(db: mongo.Db): Promise<boolean> {
  await db.command({ profile: 0 });
  const found = await structureOf(db);
  for (const [name, indexes] of structure ?? []) if (found.get(name) !== indexes) return false;
  const counts = await Promise.all(
    [...found.keys()].map((name) => db.collection(name).estimatedDocumentCount()),
  );
  if (!structure || counts.some((count) => count > MOST_ROWS)) return false;
  for (const [index, name] of [...found.keys()].entries()) {
    if (!structure.has(name)) await db.collection(name).drop();
    else if ((counts[index] ?? 0) > 0) {
      await db.collection(name).deleteMany({});
      // The next test's query plans must depend on its own rows.
      await db.command({ planCacheClear: name });
    }
  }
  return true;
}

/** The options and indexes of each collection, as comparable text. */
async function structureOf(db: mongo.Db): Promise<Map<string, string>> {
  const collections = await db.listCollections().toArray();
  const described = collections
    .filter(({ name }) => !name.startsWith('system.') || name === 'system.profile')
    .map(async ({ name, type, ...rest }): Promise<[string, string]> => {
      const indexes = type === 'collection' ? await db.collection(name).indexes() : [];
      return [name, JSON.stringify([type, 'options' in rest ? rest.options : {}, indexes])];
    });
  return new Map(await Promise.all(described));
}

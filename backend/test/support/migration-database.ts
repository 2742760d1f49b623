import { randomBytes } from 'node:crypto';

import mongoose, { type Connection, type mongo } from 'mongoose';

import { databaseServer } from './databases.js';

export type Row = Record<string, unknown> & { _id: unknown };

/** More than one batch of a migration. */
export const MANY = 1_100;
/** Code points that take two UTF-16 code units each. */
export const LONG = '⚽🏟'.repeat(200);

/** An empty database whose rows a migration changes. */
export class MigrationDatabase {
  private constructor(private readonly connection: Connection) {}

  static async open(): Promise<MigrationDatabase> {
    const server = databaseServer();
    server.pathname = `/test-${randomBytes(6).toString('hex')}`;
    return new MigrationDatabase(await mongoose.createConnection(server.href).asPromise());
  }

  get db(): mongo.Db {
    return this.connection.getClient().db();
  }

  async close(): Promise<void> {
    await this.connection.dropDatabase();
    await this.connection.close();
  }

  rows(name: string): Promise<Row[]> {
    return this.db
      .collection<Row>(name)
      .find({}, { sort: { _id: 1 } })
      .toArray();
  }

  insert(name: string, documents: readonly object[]) {
    return this.db.collection(name).insertMany([...documents]);
  }

  /** A database whose writes fail from this one on, as if the process had crashed there. */
  interruptedAt(write: number): mongo.Db {
    let writes = 0;
    const guard = (collection: mongo.Collection) =>
      new Proxy(collection, {
        get(target, name) {
          const value: unknown = Reflect.get(target, name);
          if (typeof value !== 'function') return value;
          const method = value.bind(target) as (...given: unknown[]) => unknown;
          if (!/^(update|insert|delete|bulkWrite)/.test(String(name))) return method;
          return (...given: unknown[]) => {
            writes += 1;
            if (writes >= write) return Promise.reject(new Error('power cut'));
            return method(...given);
          };
        },
      });
    return new Proxy(this.db, {
      get(target, name) {
        if (name === 'collection') return (of: string) => guard(target.collection(of));
        const value: unknown = Reflect.get(target, name);
        if (typeof value !== 'function') return value;
        return value.bind(target) as unknown;
      },
    });
  }
}

import { type Connection, mongo } from 'mongoose';

import { isInBackground } from './background.js';
import { takePart } from './transaction.js';

/** Index of the options argument of each operation that can be part of a transaction. */
const OPTIONS_AT: Partial<Record<string, number>> = {
  aggregate: 1,
  bulkWrite: 1,
  countDocuments: 1,
  deleteMany: 1,
  deleteOne: 1,
  distinct: 2,
  find: 1,
  findOne: 1,
  findOneAndDelete: 1,
  findOneAndReplace: 2,
  findOneAndUpdate: 2,
  insertMany: 1,
  insertOne: 1,
  replaceOne: 2,
  updateMany: 2,
  updateOne: 2,
};

const OPERATIONS = Object.entries(Object.getOwnPropertyDescriptors(mongo.Collection.prototype))
  .filter(([name, { value }]) => name !== 'constructor' && typeof value === 'function')
  .map(([name]) => name);

/**
 * Makes all collections of a new connection take part in transactions, and routes background
 * operations to the jobs' connection. Mongoose's `transactionAsyncLocalStorage` covers its models
 * only, not the driver's collections.
 */
export function routeOperations(calls: Connection, jobs: Connection): Connection {
  const connections = [calls, jobs];
  const open = calls.collection.bind(calls);
  calls.collection = ((name: string, options?: mongo.CollectionOptions) => {
    const isNew = !Object.hasOwn(calls.collections, name);
    const collection = open(name, options);
    if (isNew) for (const operation of OPERATIONS) route(collection, name, operation);
    return collection;
  }) as typeof calls.collection;
  return calls;

  function route(collection: object, name: string, operation: string): void {
    const operate: unknown = Reflect.get(collection, operation);
    if (typeof operate !== 'function') return;
    const run = (connection: Connection, args: unknown[]): unknown => {
      if (connection === calls) return Reflect.apply(operate, collection, args);
      const other = jobs.collection(name);
      return Reflect.apply(Reflect.get(other, operation) as typeof operate, other, args);
    };
    Reflect.set(collection, operation, (...args: unknown[]) => {
      const preferred = isInBackground() ? jobs : calls;
      const at = OPTIONS_AT[operation];
      if (at === undefined) return run(preferred, args);
      return takePart(connections, preferred, (connection, session) => {
        if (session) args[at] = { ...(args[at] as object | undefined), session };
        return run(connection, args);
      });
    });
  }
}

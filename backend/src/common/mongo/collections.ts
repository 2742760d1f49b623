import { type DynamicModule, Inject, Module } from '@nestjs/common';
import { getConnectionToken } from '@nestjs/mongoose';
import type { Connection, mongo } from 'mongoose';

type IndexOptions = Omit<mongo.IndexDescription, 'key'>;

/** The name and the indexes of a collection of `Row` documents. */
export class CollectionDefinition<Row extends object> {
  readonly indexes: mongo.IndexDescription[] = [];
  /** Injects the collection. */
  readonly token: symbol;
  /** Exists only as a type. */
  declare readonly row: Row;

  constructor(readonly name: string) {
    this.token = Symbol(name);
  }

  index(key: mongo.IndexDescription['key'], options: IndexOptions = {}): this {
    this.indexes.push({ key, ...options });
    return this;
  }
}

const definitions: CollectionDefinition<object>[] = [];

/** Defines a collection; its indexes are created at the start. */
export function defineCollection<Row extends object>(name: string): CollectionDefinition<Row> {
  const definition = new CollectionDefinition<Row>(name);
  definitions.push(definition);
  return definition;
}

/** All collections of the modules that are loaded. */
export function definedCollections(): readonly CollectionDefinition<object>[] {
  return definitions;
}

/** Injects a collection that the module imports by `collections()`. */
export function InjectCollection(definition: CollectionDefinition<object>): ParameterDecorator {
  return Inject(definition.token);
}

@Module({})
class CollectionsModule {}

/** Imports collections into a module, for its repositories. */
export function collections(...wanted: CollectionDefinition<object>[]): DynamicModule {
  const providers = wanted.map(({ token, name }) => ({
    provide: token,
    useFactory: (connection: Connection) => connection.collection(name),
    inject: [getConnectionToken()],
  }));
  return { module: CollectionsModule, providers, exports: providers };
}

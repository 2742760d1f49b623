import { Logger, Module } from '@nestjs/common';
import { MongooseModule } from '@nestjs/mongoose';
import type { Connection } from 'mongoose';

const logger = new Logger('Mongo');

/** The one connection. Writes are acknowledged by a majority with journal; nothing is buffered while it is away. */
@Module({})
export class MongoModule {
  static with(uri: string) {
    return {
      module: MongoModule,
      imports: [
        MongooseModule.forRoot(uri, {
          autoIndex: false,
          bufferCommands: false,
          lazyConnection: true,
          maxPoolSize: 50,
          serverSelectionTimeoutMS: 2000,
          writeConcern: { w: 'majority', journal: true },
          connectionFactory: (connection: Connection) => {
            // Without this catch an absent database would end the process as an unhandled rejection.
            connection.asPromise().catch(() => logger.warn({ event: 'databaseAway' }));
            return connection;
          },
        }),
      ],
    };
  }
}

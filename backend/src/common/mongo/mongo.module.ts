import { type DynamicModule, Global, Module } from '@nestjs/common';
import { getConnectionToken } from '@nestjs/mongoose';
import mongoose, { type Connection } from 'mongoose';

import { AnswerDeadline } from './answer-deadline.js';
import { Database, DATABASE_URI } from './database.js';
import { DATABASE_TIMEOUTS, type DatabaseTimeouts } from './database-timeouts.js';
import { JOBS_CONNECTION } from './jobs-connection.js';
import { routeOperations } from './operation-routing.js';

// Database creates collections and indexes before requests are served, and a request without a
// connection fails immediately.
mongoose.set('autoIndex', false);
mongoose.set('autoCreate', false);
mongoose.set('bufferCommands', false);

/**
 * The connections, one for requests and one for jobs, created closed; `Database.open` opens them.
 */
@Global()
@Module({})
export class MongoModule {
  static with(uri: string, timeouts: DatabaseTimeouts): DynamicModule {
    const connection = {
      provide: getConnectionToken(),
      useFactory: (forJobs: Connection) => routeOperations(mongoose.createConnection(), forJobs),
      inject: [JOBS_CONNECTION],
    };
    const jobs = { provide: JOBS_CONNECTION, useFactory: () => mongoose.createConnection() };
    return {
      module: MongoModule,
      providers: [
        connection,
        jobs,
        { provide: DATABASE_URI, useValue: uri },
        { provide: DATABASE_TIMEOUTS, useValue: timeouts },
        Database,
        AnswerDeadline,
      ],
      exports: [connection, Database, AnswerDeadline],
    };
  }
}

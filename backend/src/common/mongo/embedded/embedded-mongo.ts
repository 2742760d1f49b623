import { mkdir, rename, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';

import { StartError } from '../../config/start-error.js';
import { errorCode } from '../../errors/error-code.js';
import type { MongodBinary } from './mongod-binary.js';
import { spawnMongod, type MongodProcess } from './mongod-process.js';
import { endOrphan } from './orphan.js';
import { makePrimary, PortTaken } from './replica-set.js';

/** File with the address of a running server's database, for commands, in the database's folder. */
export const ADDRESS_FILE = 'address';

const PORT_TRIES = 5;
const ENDS_ALLOWED = 5;
const ENDS_WINDOW_MS = 60_000;
const FIRST_PAUSE_MS = 100;

export interface EmbeddedMongoSettings {
  binary: MongodBinary;
  /** The database's folder; the data folder's lock prevents a second start on it. */
  folder: string;
  /** Receives progress lines for the person who waits. */
  say: (line: string) => void;
  /** Called once, when mongod keeps failing and is not restarted any more. */
  onGivenUp: (message: string) => void;
}

/** A mongod that failed to start: why, and whether another port would help. */
class NotStarted extends Error {
  constructor(
    message: string,
    readonly portTaken: boolean,
  ) {
    super(message);
  }
}

/**
 * The database of a start without `MONGODB_URI`: a one-member replica set on loopback, with a free
 * port per start. A crashed mongod restarts on the same port, so that clients reconnect.
 */
export class EmbeddedMongo {
  private mongod: MongodProcess | undefined;
  private stopping = false;
  private ends: number[] = [];
  private readonly logFile: string;

  constructor(private readonly settings: EmbeddedMongoSettings) {
    this.logFile = join(settings.folder, 'mongod.log');
  }

  /** Resolves with the address once the database takes writes. */
  async start(): Promise<string> {
    const { folder, say } = this.settings;
    await mkdir(folder, { recursive: true, mode: 0o700 });
    await endOrphan(folder, say);
    await this.rotateLog();

    const port = await this.launchOnFreePort();
    const address = `mongodb://127.0.0.1:${port}/kickoff?replicaSet=kickoff`;
    await writeFile(join(folder, ADDRESS_FILE), address, { mode: 0o600 });
    return address;
  }

  /** Stops mongod cleanly; may be called at any time, also during `start`. */
  async stop(): Promise<void> {
    this.stopping = true;
    await this.mongod?.stop();
  }

  private async launchOnFreePort(): Promise<number> {
    for (let tries = 1; ; tries += 1) {
      const port = await freePort();
      try {
        await this.launch(port);
        return port;
      } catch (error) {
        if (!(error instanceof NotStarted)) throw error;
        if (!error.portTaken || tries === PORT_TRIES) {
          throw new StartError(`The embedded MongoDB did not start: ${error.message}.`);
        }
      }
    }
  }

  private async launch(port: number): Promise<void> {
    const { binary, folder, say } = this.settings;
    if (this.stopping) throw new NotStarted('the start was broken off', false);

    const mongod = await spawnMongod({ binary, folder, port, logFile: this.logFile });
    this.mongod = mongod;
    // `stop` was called while the process was being created and did not see it.
    if (this.isStopping()) await mongod.stop();
    try {
      await Promise.race([
        makePrimary({ port, folder, isRunning: mongod.isRunning }, say),
        mongod.ended.then(() => {
          throw new Error('mongod ended');
        }),
      ]);
    } catch (error) {
      throw await this.whyNotStarted(mongod, error);
    }
    void mongod.ended.then((end) => this.restart(port, end.sentence));
  }

  private async whyNotStarted(mongod: MongodProcess, error: unknown): Promise<NotStarted> {
    if (this.isStopping()) return new NotStarted('the start was broken off', false);
    // A terminating mongod states the cause better than its client.
    await Promise.race([mongod.ended, delay(1_000)]);
    if (mongod.isRunning()) {
      await mongod.stop();
      const message = error instanceof Error ? error.message : String(error);
      return new NotStarted(message, error instanceof PortTaken);
    }
    const end = await mongod.ended;
    return new NotStarted(end.sentence, end.portTaken);
  }

  private async restart(port: number, sentence: string): Promise<void> {
    const { say, onGivenUp } = this.settings;
    let cause = sentence;
    let pauseMs = FIRST_PAUSE_MS;
    for (let tries = 0; !this.stopping; tries += 1) {
      this.ends = [...this.ends.filter((time) => time > Date.now() - ENDS_WINDOW_MS), Date.now()];
      // Attempts are bounded too: on a slow machine the crashes are further apart.
      if (this.ends.length > ENDS_ALLOWED || tries === ENDS_ALLOWED) {
        onGivenUp(`MongoDB does not stay up: ${cause}. Nothing that was acknowledged is lost.`);
        return;
      }
      say(`MongoDB is away: ${cause}. Bringing it back …`);
      try {
        await this.launch(port);
        say('MongoDB is back.');
        return;
      } catch (error) {
        cause = error instanceof Error ? error.message : String(error);
        await delay(pauseMs);
        pauseMs *= 2;
      }
    }
  }

  /** A method, because the compiler assumes that the field is unchanged across an await. */
  private isStopping(): boolean {
    return this.stopping;
  }

  /** Retains two logs: of this start and of the previous one, for a crash. */
  private async rotateLog(): Promise<void> {
    await rename(this.logFile, join(this.settings.folder, 'mongod.previous.log')).catch(
      (error: unknown) => {
        if (errorCode(error) !== 'ENOENT') throw error;
      },
    );
  }
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      server.close(() => {
        if (address === null || typeof address === 'string') reject(new Error('no port'));
        else resolve(address.port);
      });
    });
  });
}

import { endInWords, endOnSignals } from './command-line.js';
import { end, say } from './command-output.js';
import { backUp } from './common/backup/backup.js';
import { readOwnSettings, resolveArgument } from './common/config/env.js';
import { StartError } from './common/config/start-error.js';
import { errorCode } from './common/errors/error-code.js';
import { openDatabase } from './common/mongo/embedded/open-database.js';

const [file, ...rest] = process.argv.slice(2);
if (file === undefined || rest.length > 0) end(2, 'Usage: npm run backup -- FILE');
const path = resolveArgument(file);

endOnSignals();
await endInWords(async () => {
  const settings = readOwnSettings();
  const database = await openDatabase(settings, say);
  try {
    const source = { dataFolder: settings.dataFolder, databaseUri: database.uri };
    const { collections, files } = await backUp(source, path, new Date());
    process.stdout.write(`Wrote ${collections} collections and ${files} files to ${path}.\n`);
    if (settings.s3) {
      process.stdout.write(
        'Uploads are in the bucket of S3_BUCKET and not in this file: keep a copy of the bucket as well.\n',
      );
    }
  } catch (error) {
    const code = errorCode(error);
    if (code === undefined || !/^E[A-Z]+$/.test(code)) throw error;
    throw new StartError(
      `The backup could not be written to ${path} (${code}). Name a file in a folder that is there, with room and the right to write.`,
    );
  } finally {
    await database.close();
  }
});

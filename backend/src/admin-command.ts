import 'reflect-metadata';

import { Email } from '@kickoff/contracts';

import { OperatorService } from './admin/operator.service.js';
import { endInWords, endOnSignals } from './command-line.js';
import { end, say } from './command-output.js';
import { readOwnSettings } from './common/config/env.js';
import { openDatabase } from './common/mongo/embedded/open-database.js';
import { withApp } from './with-app.js';

const USAGE = `Usage: npm run admin -- list
       npm run admin -- approve <email>   lets a pending admin in
       npm run admin -- suspend <email>   closes the accounts with this email and ends their sessions`;

/** Parses the command line; undefined if it is invalid. */
function commandOf([verb, given, ...rest]: string[]) {
  const email = Email.safeParse(given).data;
  if (rest.length > 0) return undefined;
  if (verb === 'list' && given === undefined) return (desk: OperatorService) => desk.list();
  if (email === undefined) return undefined;
  if (verb === 'approve') return (desk: OperatorService) => desk.approve(email);
  if (verb === 'suspend') return (desk: OperatorService) => desk.suspend(email);
  return undefined;
}

const command = commandOf(process.argv.slice(2)) ?? end(2, USAGE);
endOnSignals();
await endInWords(async () => {
  const settings = readOwnSettings();
  const database = await openDatabase(settings, say);
  try {
    const lines = await withApp(settings, database.uri, (app) => command(app.get(OperatorService)));
    process.stdout.write(`${lines.join('\n')}\n`);
  } finally {
    await database.close();
  }
});

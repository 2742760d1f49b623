#!/usr/bin/env node
// Usage: kickoff-remote start|build|test|release
//
// The work of a remote's team, in the folder of the remote: its page alone on PORT, its build into dist/,
// its specs, its release in the KickOff of a folder.
const COMMANDS = ['start', 'build', 'test', 'release'];
const USAGE = `Usage: kickoff-remote ${COMMANDS.join('|')}`;

const [command = '', ...options] = process.argv.slice(2);
if (!COMMANDS.includes(command)) {
  process.stderr.write(`${USAGE}\n`);
  process.exit(2);
}
/** @type {{ run: (folder: string, options: string[]) => Promise<number> }} */
const { run } = await import(`../commands/${command}.mjs`);
process.exitCode = await run(process.cwd(), options);

import { readFileSync } from 'node:fs';

/** Ends the process with a sentence if Node is older than package.json requires. */
export function requireNode() {
  const manifest = readFileSync(new URL('../../package.json', import.meta.url), 'utf8');
  const needed = JSON.parse(manifest).engines.node.replace('>=', '');
  const running = process.versions.node;
  if (!isOlder(running, needed)) return;
  process.stderr.write(
    'KickOff needs Node ' +
      needed +
      ' or newer, and this is Node ' +
      running +
      '. Install a current one from https://nodejs.org and run the command again.\n',
  );
  process.exit(1);
}

/** @param {string} version @param {string} than */
function isOlder(version, than) {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  const [otherMajor = 0, otherMinor = 0] = than.split('.').map(Number);
  return major < otherMajor || (major === otherMajor && minor < otherMinor);
}

import { readFileSync } from 'node:fs';

const example = readFileSync(new URL('../.env.example', import.meta.url), 'utf8');

/**
 * The environment of a server or a command for tests. Every setting is empty, which overrides what a developer has in
 * the environment or in `.env`: tests must not reach that database, bucket or mail server.
 */
export function serverEnvironment(): Record<string, string> {
  const environment: Record<string, string> = {};
  for (const [name, value = ''] of Object.entries(process.env)) environment[name] = value;
  for (const [, name = ''] of example.matchAll(/^(\w+)=/gm)) environment[name] = '';
  return { ...environment, MONGOD_BINARY: process.env['MONGOD_BINARY'] ?? '' };
}

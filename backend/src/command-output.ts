/** One line for the person who waits. */
export const say = (line: string) => process.stderr.write(`${line}\n`);

/** Ends the command with its last words. */
export function end(code: number, message: string): never {
  say(message);
  process.exit(code);
}

/** Prints one line of progress to stderr. */
export const say = (line: string) => process.stderr.write(`${line}\n`);

/** Prints a message and ends the command. */
export function end(code: number, message: string): never {
  say(message);
  process.exit(code);
}

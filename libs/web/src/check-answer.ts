import { API } from '@kickoff/contracts';

/** Returns whether a path matches a pattern with parameters. */
function matches(pattern: string, path: string): boolean {
  const segments = path.split('/');
  const names = pattern.split('/');
  return (
    names.length === segments.length &&
    names.every((name, index) => name.startsWith(':') || name === segments[index])
  );
}

function findCall(method: string, path: string) {
  const calls = Object.entries(API);
  return (
    calls.find(([call]) => call === `${method} ${path}`) ??
    calls.find(([call]) => matches(call, `${method} ${path}`))
  );
}

/**
 * Validates a response against the contract, in development and in tests: the first page that makes
 * the call finds a fixture or server that differs.
 *
 * @throws if the contract has no such call, or another response
 */
export function checkAnswer(method = 'GET', address: string, answer: unknown): void {
  const [path = ''] = address.split('?');
  const [name, call] = findCall(method, path) ?? [];
  if (!call) throw new Error(`The contract has no call ${method} ${path}`);
  const result = 'answer' in call ? call.answer.safeParse(answer) : undefined;
  if (result?.error) {
    throw new Error(
      `${name ?? ''} answered what its contract does not have: ${result.error.message}`,
    );
  }
}

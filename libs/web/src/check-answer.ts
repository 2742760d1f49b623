import { API } from '@kickoff/contracts';

/** Whether a path is the one of a call, with values in place of its parameters. */
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
 * Compares an answer with the contract, while developing and in tests: a fixture or a server that
 * differs from it is found by the first page that calls.
 *
 * @throws where the contract has no such call, or another answer
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

/** A fault that stops the start: one sentence with its cure, shown to the operator. */
export class StartError extends Error {
  override readonly name = 'StartError';
}

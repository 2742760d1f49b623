/** A fault that stops the start: one sentence with its cure, shown to whoever started KickOff. */
export class StartError extends Error {
  override readonly name = 'StartError';
}

/** A build is not made live. The message is the reason, a sentence without its full stop. */
export class Refusal extends Error {}

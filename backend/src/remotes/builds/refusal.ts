/** A build cannot be made live. The message is the reason, without a full stop. */
export class Refusal extends Error {}

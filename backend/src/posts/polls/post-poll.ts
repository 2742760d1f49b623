/** A poll as stored in its post. Who voted is in `poll_votes` only. */
export interface PostPoll {
  options: string[];

  /** Votes by option; `total` is their sum. */
  counts: number[];
  total: number;
  endsAt: Date;
}

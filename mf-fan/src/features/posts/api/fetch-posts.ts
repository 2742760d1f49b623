import type { Post } from '@kickoff/contracts';
import { fetchPage } from '@kickoff/web';

/** Fetches one page of a list of posts. */
export const fetchPosts = (address: string, signal?: AbortSignal) =>
  fetchPage<Post>(address, signal ? { as: 'fan', signal } : { as: 'fan' });

import { send } from './http.mjs';

/** @typedef {import('./http.mjs').Call} Call */

/**
 * Differences between two new objects: ids and times, and the names of the fans of another post.
 */
const OF_ITS_OWN = /[0-9a-f]{24}|\d{4}-\d\d-\d\dT[\d:.]+Z|(?<=Supporter |Number )\d+/g;

/**
 * Checks that two servers answer the same bytes; only what a call creates differs by ids and times.
 *
 * @param {number} one @param {number} other ports
 * @param {ReturnType<typeof import('./calls.mjs').callsOf>} calls
 * @throws an error that names the first call with other bytes
 */
export async function requireSameResponses(one, other, calls) {
  /** @param {Call} call @param {Call} [again] what the other server gets */
  const check = async (call, again = call) => {
    const responses = [await send(one, call), await send(other, again)];
    const isNew = call !== again || call.path === '/api/pt/posts';
    const [mine, theirs] = responses.map(({ body }) =>
      isNew ? body.replaceAll(OF_ITS_OWN, '#') : body,
    );
    if (mine !== theirs) {
      throw new Error(`The two servers do not answer ${call.method} ${call.path} the same`);
    }
  };
  await check(calls.feed());
  await check(calls.longFeed());
  await check(calls.post(0));
  // A repeated like gets the same response as the first one.
  await check(calls.like(0));
  await check(calls.like(25));
  await check(calls.newPost(0));
  // Another post, because the same one would have one more comment.
  await check(calls.comment(0), calls.comment(1));
}

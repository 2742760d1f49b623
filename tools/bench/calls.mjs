// The calls of `npm run bench`, by a fan of the filled database.

/** @typedef {import('./http.mjs').Call} Call */
/** @typedef {(number: number) => Call} CallOf */

/** Number of calls in a block before the calls that undo them; each has its own target. */
const TURN = 25;
const BOUNDARY = 'kickoff-bench';
const POST_TEXT =
  'Ninety-third minute, a corner, and the keeper comes up. What a night, and what a voice I had.';
const COMMENT_TEXT = 'What a night that was, and I had almost gone home at half-time.';

/**
 * @param {string} token of the fan who calls
 * @param {readonly string[]} postIds @param {readonly string[]} fanIds
 */
export function callsOf(token, postIds, fanIds) {
  const headers = { Authorization: `Bearer ${token}` };
  const json = { ...headers, 'Content-Type': 'application/json' };
  const form = { ...headers, 'Content-Type': `multipart/form-data; boundary=${BOUNDARY}` };

  /** @param {number} number */
  const postId = (number) => postIds[(number * 7919) % postIds.length] ?? '';
  /** @param {number} number */
  const turn = (number) => ({
    isFirst: number % (2 * TURN) < TURN,
    target: Math.floor(number / (2 * TURN)) * TURN + (number % TURN),
  });
  /** @param {string} path @returns {Call} */
  const get = (path) => ({ method: 'GET', path, headers });

  return {
    get,
    /** The call that undoes another one has a number this much higher. */
    turn: TURN,
    /** Requests compressed responses, like a browser. @param {string} path @returns {Call} */
    getCompressed: (path) => ({
      method: 'GET',
      path,
      headers: { ...headers, 'Accept-Encoding': 'gzip, deflate, br' },
    }),
    /** The page that our pages ask for, uncompressed. */
    feed: () => get('/api/pt/posts?limit=20&likes=3&comments=2'),
    longFeed: () => get('/api/pt/posts?limit=20&likes=20&comments=20'),
    /** @type {CallOf} */
    post: (number) => get(`/api/pt/posts/${postId(number)}`),
    /** A like, removed again after a block of others. @type {CallOf} */
    like: (number) => {
      const { isFirst: liked, target } = turn(number);
      const path = `/api/pt/posts/${postId(target)}/like`;
      return { method: 'POST', path, headers: json, body: JSON.stringify({ liked }) };
    },
    /** @type {CallOf} */
    comment: (number) => ({
      method: 'POST',
      path: `/api/pt/posts/${postId(number)}/comment`,
      headers: json,
      body: JSON.stringify({ text: COMMENT_TEXT }),
    }),
    /** @type {CallOf} */
    newPost: () => ({
      method: 'POST',
      path: '/api/pt/posts',
      headers: form,
      body: `--${BOUNDARY}\r\nContent-Disposition: form-data; name="text"\r\n\r\n${POST_TEXT}\r\n--${BOUNDARY}--\r\n`,
    }),
    /** A follow, removed again after a block of others. @type {CallOf} */
    follow: (number) => {
      const { isFirst, target } = turn(number);
      const path = `/api/user/follow/${fanIds[target % fanIds.length] ?? ''}`;
      return { method: isFirst ? 'POST' : 'DELETE', path, headers };
    },
    /** @type {CallOf} */
    readNotifications: () => ({
      method: 'POST',
      path: '/api/notifications/read',
      headers: json,
      body: '{}',
    }),
  };
}

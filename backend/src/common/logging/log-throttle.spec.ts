import { expect, it, jest } from '@jest/globals';

import { LogThrottle } from './log-throttle.js';

it('LogThrottle logs once a minute with the count since the previous line', () => {
  let now = 0;
  const throttle = new LogThrottle(() => now);
  const log = jest.fn();

  for (let call = 0; call < 3; call += 1) throttle.run(log);
  now = 59_999;
  throttle.run(log, 5);
  now = 60_000;
  throttle.run(log);

  expect(log.mock.calls).toEqual([[1], [8]]);
});

import { expect, it, jest } from '@jest/globals';

import { LogThrottle } from './log-throttle.js';

it('logs one line a minute, with how much there was since the last one', () => {
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

import { describe, expect, it } from '@jest/globals';

import { Unavailable } from '../errors/coded-errors.js';
import { WorkQueue } from './work-queue.js';

/** Work that ends when the test calls `finish` or `fail`. */
function aTask() {
  let finish: (result: string) => void = () => undefined;
  let fail: (error: Error) => void = () => undefined;
  const promise = new Promise<string>((resolve, reject) => {
    finish = resolve;
    fail = reject;
  });
  let started = false;
  return {
    work: () => {
      started = true;
      return promise;
    },
    hasStarted: () => started,
    finish,
    fail,
  };
}

describe('WorkQueue', () => {
  it('runs two tasks at a time and starts the next when one ends', async () => {
    const queue = new WorkQueue(2, 50);
    const [first, second, third] = [aTask(), aTask(), aTask()];
    const results = [first, second, third].map((task) => queue.run(task.work));
    await Promise.resolve();
    expect([first, second, third].map((task) => task.hasStarted())).toEqual([true, true, false]);

    first.finish('first');

    await results[0];
    second.finish('second');
    third.finish('third');
    expect(await Promise.all(results)).toEqual(['first', 'second', 'third']);
  });

  it('queues 50 tasks and rejects the next with 503', async () => {
    const queue = new WorkQueue(2, 50);
    const tasks = Array.from({ length: 52 }, aTask);
    const results = tasks.map((task) => queue.run(task.work));

    await expect(queue.run(aTask().work)).rejects.toThrow(Unavailable);

    tasks.forEach((task) => task.finish('done'));
    expect(await Promise.all(results)).toHaveLength(52);
  });

  it('runs the next task after one that failed', async () => {
    const queue = new WorkQueue(1, 1);
    const [broken, next] = [aTask(), aTask()];
    const failed = queue.run(broken.work);
    const done = queue.run(next.work);

    broken.fail(new Error('broken'));

    await expect(failed).rejects.toThrow('broken');
    next.finish('done');
    expect(await done).toBe('done');
  });
});

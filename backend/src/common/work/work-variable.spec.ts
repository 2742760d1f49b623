import { setImmediate as nextTurn } from 'node:timers/promises';

import { describe, expect, it } from '@jest/globals';

import { WorkVariable } from './work-variable.js';

describe('WorkVariable', () => {
  it('has its value in everything the work awaits or starts', async () => {
    const name = new WorkVariable<string>();
    const seen: (string | undefined)[] = [];

    await name.run('alice', async () => {
      await nextTurn();
      seen.push(name.get());
    });
    await new Promise<void>((done) => {
      name.run('bob', () => setImmediate(() => done(void seen.push(name.get()))));
    });

    expect(seen).toEqual(['alice', 'bob']);
    expect(name.get()).toBeUndefined();
  });

  it('does not change the values of other variables', () => {
    const [name, place] = [new WorkVariable<string>(), new WorkVariable<string>()];

    const seen = name.run('alice', () =>
      place.run('home', () => [name.run('bob', () => [name.get(), place.get()]), name.get()]),
    );

    expect(seen).toEqual([['bob', 'home'], 'alice']);
  });

  it('has no value inside work that sets it to undefined', () => {
    const name = new WorkVariable<string | undefined>();

    expect(name.run('alice', () => name.run(undefined, () => name.get()))).toBeUndefined();
  });
});

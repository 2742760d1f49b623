import { expect, it } from '@jest/globals';
const t0 = performance.now();
const { startKickOff } = await import('./support/kickoff.js');
const { aFan } = await import('./support/callers.js');
const t1 = performance.now();
it('times', async () => {
  const a = performance.now();
  const cpu0 = process.cpuUsage();
  const k = await startKickOff();
  const cpu1 = process.cpuUsage(cpu0);
  const b = performance.now();
  await aFan(k);
  const c = performance.now();
  await k.stop();
  const d = performance.now();
  console.log({ import: t1 - t0, start: b - a, startCpu: cpu1.user/1000+cpu1.system/1000, fan: c - b, stop: d - c });
  expect(1).toBe(1);
});

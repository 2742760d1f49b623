// Usage: npm run counters [-- number of posts and of fans, 100000 by default]
//
// Runs counters.e2e-spec.ts, fan-counters.e2e-spec.ts, timer-counters.e2e-spec.ts and
// thread-pages.e2e-spec.ts of backend/test, which bound the database cost of calls and timers, with
// many more rows than the ordinary suite.
const [count = '100000'] = process.argv.slice(2);
if (!/^[1-9]\d{3,6}$/.test(count)) {
  process.stderr.write('Usage: npm run counters [-- number of posts and of fans, from 1000]\n');
  process.exit(2);
}

process.env['KICKOFF_COUNTERS'] = count;
process.argv.splice(2, Infinity, 'api', 'test/((fan-|timer-)?counters|thread-pages).e2e-spec');
await import('./jest.mjs');

// Usage: npm run test:kills [-- number of kills, 50 by default]
//
// Runs backend/test/kills.e2e-spec.ts with more kills than the ordinary suite: two servers and
// their database are killed repeatedly under writes; afterwards every count equals its rows and no
// acknowledged write is lost.
const [kills = '50'] = process.argv.slice(2);
if (!/^[1-9]\d{0,3}$/.test(kills)) {
  process.stderr.write('Usage: npm run test:kills [-- number of kills]\n');
  process.exit(2);
}

process.env['KICKOFF_KILLS'] = kills;
process.argv.splice(2, Infinity, 'api', 'test/kills.e2e-spec');
await import('./jest.mjs');

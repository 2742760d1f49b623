const password = 'kickoff-demo-2026';

/** Whom a local demo server lets in with one click. Known to everyone, so refused anywhere else. */
export const DEMO_LOGINS = {
  fans: [
    { email: 'alex@kickoff.example', password },
    { email: 'sam@kickoff.example', password },
  ],
  admin: { email: 'admin@kickoff.example', password },
};

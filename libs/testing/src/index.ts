export * from './football.js';
export * from './people.js';
export * from './posts.js';
export * from './profiles.js';
export * from './registrations.js';
export * from './stories.js';

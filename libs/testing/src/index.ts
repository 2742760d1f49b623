export * from './demo-cast.js';
export * from './registrations.js';

export * from './registrations.js';

// A chunk of its own: most ranges are compared without it.
export { satisfies } from 'semver';

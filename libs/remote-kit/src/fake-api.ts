/** Replaces the network in specs of a remote, and an answer that every page reads. */
export { failure, fakeApi, json, later, page } from '@kickoff/testing/fake-api';
export { anOwnProfile } from '@kickoff/testing/profiles';

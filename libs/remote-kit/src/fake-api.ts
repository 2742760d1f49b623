/** Replaces the network in specs of a remote. */
export { failure, fakeApi, json, later, page } from '@kickoff/testing/fake-api';

import type * as sweep from './sweep';

/** Loads the clean-up of device data, which runs once a visit after the page has loaded. */
export const loadSweep = (): Promise<typeof sweep> =>
  import(/* webpackChunkName: "device-data" */ './sweep');

import type * as deviceData from './device-data';

/** Loads the removal of device data on demand: few visits need it. */
export const loadDeviceData = (): Promise<typeof deviceData> =>
  import(/* webpackChunkName: "device-data" */ './device-data');

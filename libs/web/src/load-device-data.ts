/** Loads what takes data from this device: hardly a visit needs it. */
export const loadDeviceData = () => import(/* webpackChunkName: "device-data" */ './device-data');

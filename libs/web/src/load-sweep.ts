/** Loads what each visit does once for this device, after the page is there. */
export const loadSweep = () => import(/* webpackChunkName: "device-data" */ './sweep');

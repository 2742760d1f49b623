/** Of `shell/package.json`, for reports of errors. */
export const SHELL_VERSION = '1.0.0';

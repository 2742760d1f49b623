/** Every text of API calls and error reports. */
export const texts = {
  call: { offline: 'You are offline. Please try again when there is a connection.' },
  errorReport: { noMessage: 'No message' },
} as const;

/** Sentences that the browser shows early and the server enforces: the same words on both sides. */
export const MESSAGES = {
  passwordsDiffer: 'Passwords do not match',
  termsNotAccepted: 'You must agree to the terms and conditions',
  passwordTooShort: 'Password must be at least 6 characters long',
  passwordTooLong: 'Password must be at most 128 characters long',
  passwordTooCommon: 'This password is too common',
  resetLinkInvalid: 'This reset link is invalid or has expired',
  linkInvalid: 'This link is invalid or has expired',
  usernameReserved: 'This username is reserved',
  emptyPost: 'A post needs text, an image or a video',
} as const;

/** Every text of the stand-alone page. */
export const texts = {
  login: { title: 'Login', email: 'Email', password: 'Password', submit: 'Login' },
  page: { failed: 'This page did not load.' },
} as const;

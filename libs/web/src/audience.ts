/** The two kinds of accounts. Their sessions are independent. */
export type Audience = 'fan' | 'admin';

/** Who signs in. Their sessions know nothing of each other. */
export type Audience = 'fan' | 'admin';

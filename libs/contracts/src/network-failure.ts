/** What a page says where no answer came that says more. A module of its own, because each page needs it and no other sentence. */
export const NETWORK_FAILURE = 'An error occurred. Please try again.';

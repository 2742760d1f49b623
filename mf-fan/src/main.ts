// The async border: shared packages have to be there before anything uses them.
void import('./bootstrap');

export {};

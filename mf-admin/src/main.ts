// Asynchronous entry: shared modules must be loaded before any code uses them.
void import('./bootstrap');

export {};

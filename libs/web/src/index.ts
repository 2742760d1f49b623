export * from './addresses';
export * from './api';
export * from './remotes';
export * from './server-state';
export * from './session';
export * from './toasts';
export * from './useOwnProfile';
export * from './usePageTitle';

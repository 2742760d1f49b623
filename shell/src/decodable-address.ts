// The router throws at an address with invalid percent-encoding. It is no page's, so it becomes one
// that can be read and is no page's either: '/user/100%25' alone would be a fan's.
try {
  decodeURIComponent(location.pathname);
} catch {
  history.replaceState(null, '', `/%25${location.pathname.replaceAll('%', '%25')}`);
}

export {};

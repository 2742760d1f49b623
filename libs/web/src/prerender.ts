// Sets the location while the build prerenders pages; no page in a browser loads it.
export { UrlProvider as AtAddress } from '@swan-io/chicane/server';

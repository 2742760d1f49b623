import { RELOAD_PREFIX } from './reload-memory';

/** Takes from this tab all that was kept over reloads. */
export function forgetReloadMemory(): void {
  for (const name of Object.keys(sessionStorage)) {
    if (name.startsWith(RELOAD_PREFIX)) sessionStorage.removeItem(name);
  }
}

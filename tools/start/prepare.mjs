import { buildWhatChanged } from './build.mjs';
import { installWhatChanged } from './install.mjs';

/** Installs and builds, each only where it has to be. */
export async function prepare() {
  await installWhatChanged();
  await buildWhatChanged();
}

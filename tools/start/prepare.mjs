import { buildWhatChanged } from './build.mjs';
import { installWhatChanged } from './install.mjs';

/** Installs and builds, each only if necessary. */
export async function prepare() {
  await installWhatChanged();
  await buildWhatChanged();
}

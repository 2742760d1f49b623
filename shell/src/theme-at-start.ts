// A script of its own that runs before the first paint of a fan's page, so that a chosen theme
// does not flash. Pages before login follow the device and do not wait for it.
import { keptTheme, wearTheme } from '@kickoff/web';

wearTheme(keptTheme());

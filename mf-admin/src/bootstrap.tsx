import { startAlone } from '@kickoff/remote-kit/stand-alone';
// After the shared styles, which declare the order of the layers.
import '@kickoff/ui/admin.css';

import * as remote from './remote-entry';

startAlone(remote, 'admin');

import { startAlone } from '@kickoff/remote-kit/stand-alone';

import * as remote from './remote-entry';

startAlone(remote, 'fan');

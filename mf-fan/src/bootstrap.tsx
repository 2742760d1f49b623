import '@kickoff/ui/styles.css';
import '@kickoff/ui/profile.css';
import { startAlone } from '@kickoff/web/stand-alone';

import * as remote from './remote-entry';

startAlone(remote, 'fan');

import { remoteConfig } from '@kickoff/remote-kit/webpack';

export default remoteConfig(import.meta.dirname);

// `node --import` this to run the backend from its sources, as the tests do.
import { register } from 'node:module';

register('./typescript-loader.mjs', import.meta.url);

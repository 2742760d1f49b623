// `node --import` this in the workers of Jest: test files and their sources are TypeScript.
import { register } from 'node:module';

register('../typescript-loader.mjs', import.meta.url);
register('./resolve-globals.mjs', import.meta.url);

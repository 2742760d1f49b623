/** The version of the shell's contract that this remote was written for. */
export const contract = 1;
export { routes } from './routes';

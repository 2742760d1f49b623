/** The version of the shell's contract that this remote implements. */
export const contract = 1;
export { routes } from './routes';

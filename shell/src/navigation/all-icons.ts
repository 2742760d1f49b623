// A chunk of its own: the shell's first load has only the icons of its usual entries.
export { navigationIcons } from '@kickoff/ui';

export { ScoreNews as default } from '@kickoff/ui';

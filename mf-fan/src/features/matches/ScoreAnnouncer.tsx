export { ScoreAnnouncer as default } from '@kickoff/ui';

export { runTrial, type TrialOutcome } from './run-trial.ts';

export { cancelRecoveries } from './recovery-store.ts';

export { listCheckpoints } from './checkpoint-store.ts';

export { relationEngine } from './relation-engine.ts';
export type { SnapshotSource } from './relation-engine.ts';
export { fga } from './service.ts';

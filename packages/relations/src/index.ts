export { relationEngine } from './relation-engine.ts';
export type {
  RelationEngine,
  RelationLimits,
  SnapshotSource,
  StoredModel,
} from './relation-engine.ts';

export { relationEngine } from './relation-engine.ts';
export type {
  NamedStore,
  RelationEngine,
  RelationLimits,
  SnapshotSource,
  StoreContext,
  StoredModel,
} from './relation-engine.ts';

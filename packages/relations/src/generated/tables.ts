// Generated from schema.snapshot.txt by `npm run generate:tables`. Do not edit.
import type { Generated, GeneratedJson, Json } from '@platform/kit/database';
import { serviceTables } from '@platform/kit/database';

/** The tables of relations, as its migrations leave them. */
export interface RelationsTables {
  fgaChanges: {
    tenantId: string;
    revision: number;
    sequence: number;
    at: Date;
    operation: 'write' | 'delete' | 'expire';
    objectType: string;
    objectIds: string[];
    relations: string[];
    subjectTypes: string[];
    subjectIds: string[];
    subjectRelations: string[];
    conditionNames: string[] | null;
    conditionContexts: Json[] | null;
    expiries: Date[] | null;
    actor: Json;
    storeId: Generated<string>;
  };
  fgaModels: {
    tenantId: string;
    id: string;
    model: Json;
    dsl: string;
    checksum: string;
    bytes: number;
    description: string | null;
    warnings: GeneratedJson;
    createdAt: Generated<Date>;
    createdBy: Json;
    activatedAt: Date | null;
    storeId: Generated<string>;
  };
  fgaStores: {
    tenantId: string;
    activeModelId: string | null;
    revision: Generated<number>;
    tupleCount: Generated<number>;
    modelCount: Generated<number>;
    createdAt: Generated<Date>;
    updatedAt: Generated<Date>;
    id: Generated<string>;
    name: string | null;
    deletedAt: Date | null;
  };
  relationTuples: {
    createdAt: Generated<Date>;
    revision: number;
    tenantId: string;
    objectType: string;
    objectId: string;
    relation: string;
    subjectType: string;
    subjectId: string;
    subjectRelation: Generated<string>;
    conditionName: string | null;
    conditionContext: Json | null;
    expiresAt: Date | null;
  };
}

/** Typed access to the tables of relations. */
export const relations = serviceTables<RelationsTables>({
  fgaChanges: { all: ['tenantId', 'revision', 'sequence', 'at', 'operation', 'objectType', 'objectIds', 'relations', 'subjectTypes', 'subjectIds', 'subjectRelations', 'conditionNames', 'conditionContexts', 'expiries', 'actor', 'storeId'], json: ['conditionContexts', 'actor'] },
  fgaModels: { all: ['tenantId', 'id', 'model', 'dsl', 'checksum', 'bytes', 'description', 'warnings', 'createdAt', 'createdBy', 'activatedAt', 'storeId'], json: ['model', 'warnings', 'createdBy'] },
  fgaStores: { all: ['tenantId', 'activeModelId', 'revision', 'tupleCount', 'modelCount', 'createdAt', 'updatedAt', 'id', 'name', 'deletedAt'], json: [] },
  relationTuples: { all: ['createdAt', 'revision', 'tenantId', 'objectType', 'objectId', 'relation', 'subjectType', 'subjectId', 'subjectRelation', 'conditionName', 'conditionContext', 'expiresAt'], json: ['conditionContext'] },
});

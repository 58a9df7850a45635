import { createHash } from 'node:crypto';
import type {
  Actor,
  LoginFlow,
  LoginFlowAssurance,
  LoginFlowDefinition,
  LoginFlowProblem,
} from '@platform/contracts';
import { assuranceOf, builtInFlow, effectiveFlow } from '@platform/login-flow';
import canonicalize from 'canonicalize';

/** Where the login flow of a tenant stands. */
export interface FlowHead {
  activeVersion: number;
  lastVersion: number;
  activationSequence: number;
  minimumActivationSequence: number;
}

/** The draft as it is stored. */
export interface DraftRow {
  id: string;
  revision: number;
  definition: LoginFlow;
  problems: LoginFlowProblem[];
  basedOnVersion: number;
  createdAt: Date;
  updatedAt: Date;
}

/** A version. The built-in default has neither time nor author. */
export interface FlowVersion {
  version: number;
  id: string;
  definition: LoginFlow;
  assurance: Record<string, LoginFlowAssurance>;
  checksum: string;
  basedOnVersion: number | null;
  createdAt: Date | null;
  createdBy: Actor | null;
}

/** That a version became the active one. */
export interface FlowActivationRow {
  version: number;
  comment: string | null;
  problems: LoginFlowProblem[];
  activatedAt: Date;
  activatedBy: Actor;
}

/** SHA-256 of the canonical JSON (RFC 8785). */
export const checksumOf = (definition: LoginFlow): string =>
  createHash('sha256')
    .update(canonicalize(definition) ?? '')
    .digest('hex');

/** What each entry point proves. */
export const storedAssurance = (definition: LoginFlow): Record<string, LoginFlowAssurance> =>
  Object.fromEntries(
    Object.keys(definition.entrypoints).map((entrypoint) => [
      entrypoint,
      assuranceOf(effectiveFlow(definition, { entrypoint })),
    ]),
  );

/** Version 0: what every tenant begins with. */
export const builtInVersion: FlowVersion = {
  version: 0,
  id: 'lflow_00000000000000000000000000',
  definition: builtInFlow,
  assurance: storedAssurance(builtInFlow),
  checksum: checksumOf(builtInFlow),
  basedOnVersion: null,
  createdAt: null,
  createdBy: null,
};

/** The strong tag of a draft; another draft has another id, so that no tag comes back. */
export const draftTag = ({ id, revision }: Pick<DraftRow, 'id' | 'revision'>): string =>
  `${id}.${revision}`;

/** The draft as the API returns it. */
export const draftResource = (row: DraftRow): LoginFlowDefinition => ({
  ...row.definition,
  id: row.id,
  version: null,
  state: 'draft',
  revision: row.revision,
  assurance: storedAssurance(row.definition),
  problems: row.problems,
  basedOnVersion: row.basedOnVersion,
  checksum: checksumOf(row.definition),
  activatedAt: null,
  activatedBy: null,
  createdAt: row.createdAt.toISOString(),
  updatedAt: row.updatedAt.toISOString(),
});

/** The active version as the API returns it. */
export const activeResource = (
  flow: FlowVersion,
  activation: FlowActivationRow | undefined,
): LoginFlowDefinition => ({
  ...flow.definition,
  id: flow.id,
  version: flow.version,
  state: 'active',
  revision: null,
  assurance: flow.assurance,
  problems: activation?.problems ?? [],
  basedOnVersion: flow.basedOnVersion,
  checksum: flow.checksum,
  activatedAt: activation?.activatedAt.toISOString() ?? null,
  activatedBy: activation?.activatedBy ?? null,
  createdAt: flow.createdAt?.toISOString() ?? null,
  updatedAt: flow.createdAt?.toISOString() ?? null,
});

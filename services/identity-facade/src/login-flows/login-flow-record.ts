import { createHash } from 'node:crypto';
import type {
  Actor,
  LoginFlow,
  LoginFlowAssurance,
  LoginFlowDefinition,
  LoginFlowProblem,
} from '@platform/contracts';
import type { RowOf } from '@platform/kit/database';
import { isoTime } from '@platform/kit/formats';
import { assuranceOf, builtInFlow, effectiveFlow } from '@platform/login-flow';
import { canonicalJson } from '@platform/kit/formats';
import { identityFacade } from '../generated/tables.ts';

/** One row per tenant: the active version, and the last number of each sequence. */
export const heads = identityFacade.table('loginFlowHeads');
/** At most one row per tenant. */
export const drafts = identityFacade
  .table('loginFlowDrafts')
  .narrow<{ definition: LoginFlow; problems: LoginFlowProblem[] }>();
export const versions = identityFacade.table('loginFlowVersions').narrow<{
  definition: LoginFlow;
  assurance: Record<string, LoginFlowAssurance>;
  createdBy: Actor;
}>();
export const activations = identityFacade
  .table('loginFlowActivations')
  .narrow<{ problems: LoginFlowProblem[]; activatedBy: Actor }>()
  .omit('sequence', 'endedAt');

export type FlowHead = RowOf<typeof heads>;
export type DraftRow = RowOf<typeof drafts>;
export type FlowVersionRow = RowOf<typeof versions>;
export type FlowActivationRow = RowOf<typeof activations>;

type Origin = Pick<FlowVersionRow, 'basedOnVersion' | 'createdAt' | 'createdBy'>;

/** A version. The built-in default has neither time nor author. */
export type FlowVersion = Omit<FlowVersionRow, keyof Origin> & {
  [C in keyof Origin]: Origin[C] | null;
};

/** SHA-256 of the canonical JSON (RFC 8785). */
export const checksumOf = (definition: LoginFlow): string =>
  createHash('sha256').update(canonicalJson(definition)).digest('hex');

/** The assurance of each entry point. */
export const storedAssurance = (definition: LoginFlow): Record<string, LoginFlowAssurance> =>
  Object.fromEntries(
    Object.keys(definition.entrypoints).map((entrypoint) => [
      entrypoint,
      assuranceOf(effectiveFlow(definition, { entrypoint })),
    ]),
  );

/** Version 0: the initial version of every tenant. */
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

/** The strong tag of a draft. A new draft has a new id, so that no tag is reused. */
export const draftTag = ({ id, revision }: Pick<DraftRow, 'id' | 'revision'>): string =>
  `${id}.${revision}`;

/** The draft in the API. */
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

/** The active version in the API. */
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
  createdAt: isoTime(flow.createdAt),
  updatedAt: isoTime(flow.createdAt),
});

/** A version that is not active in the API. Its problems were those of its activations. */
export const archivedResource = (flow: FlowVersion): LoginFlowDefinition => ({
  ...activeResource(flow, undefined),
  state: 'archived',
});

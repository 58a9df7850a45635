import { writableFlow } from '@platform/contracts';
import type { LoginFlow, loginFlowOperations } from '@platform/contracts';
import { isoTime } from '@platform/kit/formats';
import { answer, prepared } from '@platform/kit/http';
import type { Handlers } from '@platform/kit/http';
import { found, problem } from '@platform/kit/problem';
import { assuranceTable, loginFlowTemplates } from '@platform/login-flow';
import { activate } from './activation.ts';
import { countByVersion } from './binding-store.ts';
import { saveDraft } from './drafts.ts';
import type { FlowRules } from './drafts.ts';
import { hasUnchecked } from './flow-references.ts';
import type { ReferencesOf } from './flow-references.ts';
import { activeResource, archivedResource, draftResource, draftTag } from './login-flow-record.ts';
import type { DraftRow } from './login-flow-record.ts';
import {
  findFlowActivation,
  findDraft,
  findHead,
  findFlowVersion,
  listVersions,
  requireFlowVersion,
} from './login-flow-store.ts';

type FlowOperations = Omit<
  typeof loginFlowOperations,
  | 'loginFlowListClientBindings'
  | 'loginFlowGetClientBinding'
  | 'loginFlowPutClientBinding'
  | 'loginFlowDeleteClientBinding'
  | 'loginFlowSimulate'
>;

const shown = (draft: DraftRow) => answer(draftResource(draft), { version: draftTag(draft) });

export const loginFlowHandlers = ({
  rules,
  referencesOf,
  now,
}: {
  rules: FlowRules;
  referencesOf: ReferencesOf;
  now: () => Date;
}): Handlers<FlowOperations> => ({
  async loginFlowGetActive({ tx }) {
    const head = await findHead(tx);
    return activeResource(
      await requireFlowVersion(tx, head.activeVersion),
      await findFlowActivation(tx, head),
    );
  },

  async loginFlowGetDraft({ tx }) {
    const draft = await findDraft(tx);
    if (!draft) throw problem('not_found', { detail: 'The login flow has no draft' });
    return shown(draft);
  },

  loginFlowPutDraft: prepared(
    ({ principal: { tenantId }, body }) => referencesOf(tenantId, writableFlow(body)),
    async ({ tx, body, ifMatch, prepared: references }) =>
      shown(
        await saveDraft(tx, {
          definition: writableFlow(body),
          rules,
          references,
          ifMatch,
          now: now(),
        }),
      ),
  ),

  loginFlowActivate: prepared(
    async ({ principal: { tenantId }, body: { source, version = 0 }, read }) => {
      const flow = await read(async (tx): Promise<LoginFlow | undefined> => {
        const flow = source === 'draft' ? await findDraft(tx) : await findFlowVersion(tx, version);
        return flow?.definition;
      });
      const references = flow
        ? await referencesOf(tenantId, flow)
        : { hooks: new Map(), docTypes: new Map() };
      if (hasUnchecked(references))
        throw problem('upstream_unavailable', {
          detail: 'Hooks or legal documents of the flow cannot be checked at the moment',
        });
      return references;
    },
    async ({ tx, body, prepared: references }) =>
      activate(tx, body, { rules, references, now: now() }),
  ),

  async loginFlowGetVersions({ tx }) {
    const { activeVersion } = await findHead(tx);
    const [versions, bound] = [await listVersions(tx), await countByVersion(tx)];
    return versions.map(({ createdAt, lastActivatedAt, ...row }) => {
      const isActive = row.version === activeVersion;
      return {
        ...row,
        state: isActive ? ('active' as const) : ('archived' as const),
        createdAt: isoTime(createdAt),
        lastActivatedAt: isoTime(lastActivatedAt),
        boundClients: (bound.get(row.version) ?? 0) + (isActive ? (bound.get(null) ?? 0) : 0),
      };
    });
  },

  async loginFlowGetVersion({ tx, params: { version } }) {
    const head = await findHead(tx);
    const flow = found(await findFlowVersion(tx, version));
    return version === head.activeVersion
      ? activeResource(flow, await findFlowActivation(tx, head))
      : archivedResource(flow);
  },

  loginFlowGetTemplates: () => [...loginFlowTemplates],

  async loginFlowApplyTemplate({ tx, params: { templateId }, ifMatch }) {
    const template = found(loginFlowTemplates.find(({ id }) => id === templateId));
    const definition = writableFlow(template.definition);
    return shown(await saveDraft(tx, { definition, rules, ifMatch, requireTag: true, now: now() }));
  },

  loginFlowGetAssuranceMethods: () => assuranceTable(rules.unavailable),
});

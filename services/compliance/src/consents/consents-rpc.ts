import {
  ChangeConsentRequest,
  CreateConsentRequest,
  consentSubjectId,
  purposeKey as purposeKeySchema,
} from '@platform/contracts';
import type { ConsentCheck } from '@platform/contracts';
import type { Tx } from '@platform/kit/database';
import { serveRpc } from '@platform/kit/grpc';
import type { RpcHandlers, RpcMount, RpcRunner } from '@platform/kit/grpc';
import { problem } from '@platform/kit/problem';
import { z } from 'zod';
import { databaseNow } from '../database-clock.ts';
import { changeConsent, withdrawConsent } from './consent-changes.ts';
import { checkConsents } from './consent-check.ts';
import { grantConsent } from './consent-grant.ts';
import type { GrantRules } from './consent-grant.ts';
import { consentStateAt } from './consent-state.ts';
import { lockLiveConsent } from './consent-store.ts';
import type { ConsentRecord } from './consent-store.ts';
import { consentSummary } from './consent-view.ts';
import { requirementsOf } from './requirements.ts';

const callers = ['hub', 'identity-service', 'directory'];
const maxItems = 50;

const version = z.preprocess((v) => (v === '' ? undefined : Number(v)), z.int().min(1).optional());
const decision = z.object({
  purposeKey: purposeKeySchema,
  version,
  decision: z.enum(['given', 'refused']),
  noticeDocumentIds: z.array(z.string()),
});
const record = z.object({
  subjectId: consentSubjectId,
  items: z.array(decision).min(1).max(maxItems),
});
const check = z.object({
  subjectId: consentSubjectId,
  items: z.array(z.object({ purposeKey: purposeKeySchema, minVersion: version })).max(maxItems),
});
type Decision = z.output<typeof decision>;
type RecordConsentsRequest = Parameters<
  RpcHandlers<'platform.compliance.v1.Consents'>['Record']
>[0];

function parsed<T>(schema: z.ZodType<T>, value: unknown): T {
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  const [issue] = result.error.issues;
  throw problem('invalid_parameter', {
    detail: `${issue?.path.join('.') ?? ''}: ${issue?.message ?? 'is not valid'}`,
  });
}

/** Returns the metadata in the form of the API, without unknown values. */
function collectedBy({ clientId, language, ip, userAgent }: RecordConsentsRequest) {
  return {
    clientId: clientId || undefined,
    language: language || undefined,
    evidence: { ip: ip || undefined, userAgent: userAgent.slice(0, 512) || undefined },
    collectionMethod: 'web_form',
  };
}

/** Records a person's decision: as a new consent, a change or a withdrawal, depending on the last consent. */
async function recordDecision(
  tx: Tx,
  subjectId: string,
  { noticeDocumentIds, ...item }: Decision & { collected: ReturnType<typeof collectedBy> },
  rules: GrantRules,
): Promise<ConsentRecord> {
  const { collected, purposeKey, decision: decided } = item;
  const named = noticeDocumentIds.length > 0 ? noticeDocumentIds : undefined;
  const live = await lockLiveConsent(tx, subjectId, purposeKey);
  const state = live && consentStateAt(live, await databaseNow(tx));
  if (!live || state === 'expired')
    return grantConsent(
      tx,
      parsed(CreateConsentRequest, {
        subjectId,
        purposeKey,
        version: item.version,
        decision: decided,
        noticeDocumentIds: named,
        ...collected,
      }),
      rules,
    );
  const { clientId: _clientId, language: _language, ...act } = collected;
  if (decided === 'refused' && state === 'refused') return live;
  if (decided === 'refused' && state === 'given')
    return withdrawConsent(tx, live, { evidence: act.evidence, collectionMethod: 'web_form' });
  const isLower = item.version !== undefined && item.version < live.version;
  return changeConsent(
    tx,
    live,
    parsed(ChangeConsentRequest, {
      decision: decided,
      version: isLower ? undefined : item.version,
      noticeDocumentIds: named,
      ...act,
    }),
  );
}

const checkMessage = (result: ConsentCheck) => ({
  purposeKey: result.purposeKey,
  granted: result.allowed,
  reason: result.reason,
  consentId: result.consentId ?? '',
  version: result.version === null ? '' : String(result.version),
  expiresAt: result.expiresAt ?? '',
});

/** The `Consents` service, for logins and siblings. */
export const consentsRpc = ({
  rpcRunner,
  rules,
}: {
  rpcRunner: RpcRunner;
  rules: GrantRules;
}): RpcMount =>
  serveRpc(
    'platform.compliance.v1.Consents',
    {
      async Check(request, call) {
        const { subjectId, items } = parsed(check, request);
        const questions = items.map((item) => ({ ...item, version: item.minVersion }));
        const results = await rpcRunner.read(call, request.tenantId, (tx) =>
          checkConsents(tx, subjectId, questions),
        );
        return { results: results.map(checkMessage) };
      },
      Record(request, call) {
        const { subjectId, items } = parsed(record, request);
        const { idempotencyKey, tenantId } = request;
        const subject = { type: 'user', id: subjectId };
        const options = { operationId: 'consentRecord', subject, idempotencyKey, request };
        return rpcRunner.write(call, tenantId, options, async (tx) => {
          const consents: ConsentRecord[] = [];
          for (const item of items) {
            const collected = collectedBy(request);
            consents.push(await recordDecision(tx, subjectId, { ...item, collected }, rules));
          }
          const requirements = await requirementsOf(tx, consents);
          return {
            consentsJson: consents.map((c) => JSON.stringify(consentSummary(c, requirements))),
          };
        });
      },
    },
    { Check: callers, Record: callers },
  );

import { HoldReason } from '@platform/contracts';
import type { Egress } from '@platform/kit/egress';
import { EgressFailed } from '@platform/kit/egress';
import { newId } from '@platform/kit/ids';
import { sign } from '@platform/kit/webhook-signature';
import { z } from 'zod';
import type { SubjectIdentifier } from '../subjects/subject-resolution.ts';
import type { ErasureRecord } from './erasure-store.ts';
import type { Opinion } from './holds.ts';
import type { SubjectSeals } from './subject-seals.ts';
import type { VetoClientRow } from './veto-client-store.ts';

const maxAnswerBytes = 8 * 1024;

const maxReason = 1000;

/** A `hold` counts even if the rest of the answer is invalid. */
const Decision = z.discriminatedUnion('decision', [
  z.object({ decision: z.literal('allow') }),
  z.object({
    decision: z.literal('hold'),
    reasonCode: HoldReason.catch('other'),
    reason: z
      .string()
      .min(1)
      .transform((reason) => reason.slice(0, maxReason))
      .catch('No reason was given.'),
    until: z.iso.datetime({ offset: true }).optional().catch(undefined),
  }),
]);

export interface ConsultationOptions {
  egress: Pick<Egress, 'request'>;
  seals: Pick<SubjectSeals, 'openSecret'>;
  timeoutMs: number;
}

/** The person in question. */
export interface Consultation {
  tenantId: string;
  request: ErasureRecord;
  identifiers: readonly SubjectIdentifier[];
}

/** Parses an answer; undefined if it is not a decision. */
export function decisionIn(status: number, body: Buffer): z.output<typeof Decision> | undefined {
  if (status !== 200) return undefined;
  try {
    return Decision.safeParse(JSON.parse(body.toString('utf8'))).data;
  } catch {
    return undefined;
  }
}

const questionOf = (consultationId: string, { request, identifiers }: Consultation): string =>
  JSON.stringify({
    consultationId,
    requestId: request.id,
    subject: {
      userId: request.userId,
      externalIds: identifiers
        .filter(({ type }) => type === 'external_id' || type === 'consent_subject')
        .map(({ value }) => value),
    },
    reason: request.reason,
    receivedAt: request.receivedAt.toISOString(),
    dueAt: request.dueAt.toISOString(),
  });

async function ask(
  { egress, seals, timeoutMs }: ConsultationOptions,
  consultation: Consultation,
  client: VetoClientRow,
): Promise<z.output<typeof Decision> | undefined> {
  const { tenantId } = consultation;
  const id = newId('vetoConsultation');
  const body = questionOf(id, consultation);
  const secret = seals.openSecret(tenantId, client.id, client.secretSealed);
  try {
    const answer = await egress.request({
      tenantId,
      method: 'POST',
      url: client.url,
      headers: { 'content-type': 'application/json', ...sign(id, body, [secret], new Date()) },
      body,
      timeoutMs,
      maxResponseBytes: maxAnswerBytes,
    });
    return answer.truncated ? undefined : decisionIn(answer.status, answer.body);
  } catch (error) {
    if (error instanceof EgressFailed) return undefined;
    throw error;
  }
}

const silent: NonNullable<Opinion['hold']> = {
  reasonCode: 'other',
  reason: 'The veto client did not return a valid response.',
  expiresAt: null,
};

/** Returns the opinion of a client; without a decision, its registered default. */
export function opinionOf(
  { id, onTimeout }: Pick<VetoClientRow, 'id' | 'onTimeout'>,
  decision: z.output<typeof Decision> | undefined,
): Opinion {
  const source = { source: 'veto', sourceId: id } as const;
  if (!decision) return onTimeout === 'hold' ? { ...source, hold: silent } : source;
  if (decision.decision === 'allow') return source;
  const { reasonCode, reason, until } = decision;
  return {
    ...source,
    hold: { reasonCode, reason, expiresAt: until === undefined ? null : new Date(until) },
  };
}

/** Asks all veto clients in parallel. Answers are not reused. */
export const consultVetoClients = (
  options: ConsultationOptions,
  consultation: Consultation,
  clients: readonly VetoClientRow[],
): Promise<Opinion[]> =>
  Promise.all(
    clients.map(async (client) => opinionOf(client, await ask(options, consultation, client))),
  );

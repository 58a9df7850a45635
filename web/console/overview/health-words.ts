import type { HealthBlock, HealthCode } from '@platform/contracts';
import type { HealthItem } from '@platform/sdk';
import { useSay } from '../../kit/words/words-context.ts';

/** The codes that have words: the compiler reports one that is missing here or in the messages. */
const codes: Record<HealthCode, true> = {
  access_request_failed: true,
  access_request_overdue: true,
  application_secret_expires: true,
  approval_waiting: true,
  connector_failing: true,
  credential_expires: true,
  directory_invalid_credentials: true,
  directory_unreachable: true,
  domain_lapsed: true,
  domain_record_missing: true,
  endpoint_disabled: true,
  endpoint_failing: true,
  erasure_overdue: true,
  erasure_stalled: true,
  login_domain_failing: true,
  login_domain_suspended: true,
  receiver_failing: true,
  receiver_stopped: true,
  scim_bearer_expires: true,
  sink_failing: true,
  sink_suspended: true,
  sync_failed: true,
  sync_halted: true,
};
const blocked: Record<HealthBlock, true> = {
  deliveries: true,
  enrollment: true,
  events: true,
  provisioning: true,
  security_events: true,
  sign_ins: true,
  tokens: true,
};

const isCode = (code: string): code is HealthCode => Object.hasOwn(codes, code);
const isBlock = (what: string): what is HealthBlock => Object.hasOwn(blocked, what);

/** Writes what is wrong, and what it holds up. Codes of a later release are shown with their kind. */
export function useHealthWords() {
  const say = useSay('overview');
  return {
    whatOf({ code, kind, dueAt }: HealthItem): string {
      if (!isCode(code)) return `${say(`kind.${kind}`)} (${code})`;
      const isOver = dueAt !== null && Date.parse(dueAt) <= Date.now();
      return say(`health.${code}`, { isOver });
    },
    blocksOf({ blocks }: HealthItem): string | undefined {
      if (blocks === null || !isBlock(blocks.what)) return undefined;
      return say(`blocks.${blocks.what}`, { count: blocks.count ?? 0 });
    },
  };
}

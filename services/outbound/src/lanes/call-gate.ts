import type { WebhookAttemptError } from '@platform/contracts';
import type { Tx } from '@platform/kit/database';
import { circuitAfterCall } from './circuit.ts';
import type { HealthRules, LaneAttempt } from './lane-health.ts';
import type { LaneRecord } from './lane-record.ts';
import { lockLane, saveLanes, takeTrial } from './lane-store.ts';
import type { LocalOutageDetector } from './local-outage-detector.ts';

/** The reason why a call is refused. */
export type CallRefusal = 'disabled' | 'circuit_open';

export type EndedCall = LaneAttempt & { error: WebhookAttemptError | null };

/**
 * Calls other than deliveries share the endpoint's circuit with deliveries: five failures of either
 * open it, and block both. They do not affect the rest of the lane.
 */
export function callGate({
  isOn,
  rules,
  outages,
  random,
}: {
  isOn: boolean;
  rules: HealthRules;
  outages: Pick<LocalOutageDetector, 'isOutage'>;
  random: () => number;
}) {
  const after = (health: LaneRecord['health'], call: EndedCall): LaneRecord['health'] =>
    circuitAfterCall(health, call, rules, { networkAtFault: outages.isOutage(), random });

  return {
    /** `trial`: only the caller who takes it may call. */
    admission(
      { enabled, tenantPauses, health }: LaneRecord,
      now: number,
    ): CallRefusal | 'trial' | 'open' {
      if (!isOn || !enabled || tenantPauses.length > 0) return 'disabled';
      if (health.circuit === 'closed') return 'open';
      return (health.circuitUntil ?? 0) <= now ? 'trial' : 'circuit_open';
    },
    takeTrial,
    /** Whether the outcome of a call changes the given state of the circuit. */
    isNews: ({ health }: LaneRecord, call: EndedCall): boolean => after(health, call) !== health,
    /** Counts a call; locks the lane. Returns false if the endpoint is gone. */
    async recordOutcome(tx: Tx, endpointId: string, call: EndedCall): Promise<boolean> {
      const lane = await lockLane(tx, endpointId);
      if (!lane) return false;
      const health = after(lane.health, call);
      if (health !== lane.health) await saveLanes(tx, [{ ...lane, health }]);
      return true;
    },
  };
}

export type CallGate = ReturnType<typeof callGate>;

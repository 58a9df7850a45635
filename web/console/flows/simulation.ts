import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useEffect, useMemo, useState } from 'react';
import type { LoginFlowSimulation, SimulateLoginFlowRequest } from '@platform/sdk';
import type { FlowDraft } from './flow-draft.ts';
import { simulationQuery } from './flow-queries.ts';
import { contextOf } from './simulation-facts.ts';
import type { SimulatedFacts } from './simulation-facts.ts';

const settleMs = 200;

/** A value once it has not changed for a moment: each keystroke would be a request. */
function useSettled<T>(value: T): T {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), settleMs);
    return () => clearTimeout(timer);
  }, [value]);
  return settled;
}

/** A simulated sign-in with the edited draft, saved or not. */
export interface Simulation {
  facts: SimulatedFacts;
  setFacts: (facts: SimulatedFacts) => void;
  /** The outcome of steps, by their ids; all others succeed. */
  outcomes: Readonly<Record<string, string>>;
  setOutcomes: (outcomes: Readonly<Record<string, string>>) => void;
  entrypoint: string;
  setEntrypoint: (entrypoint: string) => void;
  clientId: string;
  setClientId: (clientId: string) => void;
  request: SimulateLoginFlowRequest;
  result: LoginFlowSimulation | undefined;
  error: unknown;
}

/** Simulates on the platform, with the evaluator of real sign-ins, while `isOn`. */
export function useSimulation({ flow }: FlowDraft, isOn: boolean): Simulation {
  const [facts, setFacts] = useState<SimulatedFacts>({ 'user.exists': true });
  const [outcomes, setOutcomes] = useState<Readonly<Record<string, string>>>({});
  const [chosen, setEntrypoint] = useState('default');
  const [clientId, setClientId] = useState('');
  const entrypoint = Object.hasOwn(flow.entrypoints, chosen) ? chosen : 'default';
  const request = useMemo(
    () =>
      ({
        source: 'inline',
        definition: flow,
        // The binding of an application names its entry point.
        ...(clientId ? { clientId } : { entrypoint }),
        context: contextOf(facts),
        answers: Object.entries(outcomes)
          .filter(([step]) => flow.steps.some(({ id }) => id === step))
          .map(([step, outcome]) => ({ step, outcome })),
      }) as SimulateLoginFlowRequest,
    [flow, facts, outcomes, entrypoint, clientId],
  );
  const settled = useSettled(request);
  const query = useQuery({
    ...simulationQuery(settled),
    enabled: isOn,
    placeholderData: keepPreviousData,
    gcTime: 60_000,
    retry: false,
  });
  return {
    facts,
    setFacts,
    outcomes,
    setOutcomes,
    entrypoint,
    setEntrypoint,
    clientId,
    setClientId,
    request,
    result: isOn && !query.error ? query.data?.value : undefined,
    error: isOn ? query.error : null,
  };
}

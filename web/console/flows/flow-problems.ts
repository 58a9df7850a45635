import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { assuranceOf, effectiveFlow, problemsOf } from '@platform/login-flow';
import type { FlowReferences } from '@platform/login-flow';
import type { LoginFlow, LoginFlowAssurance, LoginFlowProblem } from '@platform/contracts';
import { mayCall } from '../../client/permissions.ts';
import { useSession } from '../../client/session-query.ts';
import { platformProblems } from './flow-draft.ts';
import type { FlowDraft } from './flow-draft.ts';
import { assuranceMethodsQuery, bindingsQuery, connectorsQuery } from './flow-queries.ts';

/** The objects of the tenant that the checks need: methods, connectors, entry points of applications. */
function useFlowReferences(): FlowReferences {
  const session = useSession();
  const methods = useQuery(assuranceMethodsQuery).data?.value.methods;
  const bindings = useQuery(bindingsQuery).data?.value;
  const connectors = useQuery({
    ...connectorsQuery,
    enabled: mayCall(session, 'loginExperienceListConnectors'),
  }).data?.value.data;
  return useMemo(
    () => ({
      ...(methods && {
        unavailable: Object.fromEntries(
          methods
            .filter(({ available }) => !available)
            .map(({ method, unavailableReason }) => [method, unavailableReason ?? '']),
        ),
      }),
      ...(connectors && { connectors }),
      boundEntrypoints: (bindings ?? [])
        .filter(({ version }) => version === null)
        .map(({ entrypoint }) => entrypoint),
    }),
    [methods, bindings, connectors],
  );
}

/** The problems of the edited draft, found in the browser. */
export function useFlowProblems({ flow, saved, changeCount }: FlowDraft): LoginFlowProblem[] {
  const references = useFlowReferences();
  return useMemo(() => {
    const own = problemsOf(flow, references);
    // Places in the saved draft are others once it has been changed.
    return changeCount === 0 ? [...own, ...platformProblems(saved)] : own;
  }, [flow, references, saved, changeCount]);
}

/** The assurance of each entry point of a flow. */
export const assuranceByEntrypoint = (flow: LoginFlow): [string, LoginFlowAssurance][] =>
  Object.keys(flow.entrypoints).map((entrypoint) => [
    entrypoint,
    assuranceOf(effectiveFlow(flow, { entrypoint })),
  ]);

import type { LoginFlowProblem } from '@platform/contracts';
import type { GraphPath } from '../../kit/graph/graph-data.ts';
import type { FlowDraft } from './flow-draft.ts';

/** Properties of both views of a draft. */
export interface FlowViewProps {
  work: FlowDraft;
  problems: readonly LoginFlowProblem[];
  /** The id of a step, or of an entry point. */
  selected: string | null;
  onSelect: (id: string | null) => void;
  /** The path of a simulation. */
  path: GraphPath | undefined;
  isDisabled: boolean;
}

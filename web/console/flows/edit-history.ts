import type { LoginFlow } from '@platform/contracts';

/** The flow and its other versions since it was read: those before, and those that were undone, the next one first. */
export interface EditHistory {
  flow: LoginFlow;
  past: readonly LoginFlow[];
  future: readonly LoginFlow[];
  /** When it was edited last, in milliseconds. */
  editedAt: number;
}

const mostVersions = 100;
/** Edits in quick succession, such as the letters of a title, are undone together. */
const pauseMs = 800;

export const newHistory = (flow: LoginFlow): EditHistory => ({
  flow,
  past: [],
  future: [],
  editedAt: 0,
});

/** Edits the flow. `now`: milliseconds. */
export function edited(history: EditHistory, flow: LoginFlow, now: number): EditHistory {
  if (flow === history.flow) return history;
  const goesOn = history.past.length > 0 && now - history.editedAt < pauseMs;
  const past = goesOn ? history.past : [...history.past, history.flow].slice(-mostVersions);
  return { flow, past, future: [], editedAt: now };
}

/** The flow before the last edit. */
export function undone({ flow, past, future }: EditHistory): EditHistory | undefined {
  const before = past.at(-1);
  return (
    before && { flow: before, past: past.slice(0, -1), future: [flow, ...future], editedAt: 0 }
  );
}

/** The flow before the last {@link undone}. */
export function redone({ flow, past, future }: EditHistory): EditHistory | undefined {
  const [next, ...others] = future;
  return next && { flow: next, past: [...past, flow], future: others, editedAt: 0 };
}

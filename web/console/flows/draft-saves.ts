interface Change {
  operationId: string;
  occurredAt: string;
}

const saves: readonly string[] = ['loginFlowPutDraft', 'loginFlowApplyTemplate'];
/** A save and its record have times of their own within one transaction. */
const toleranceMs = 5_000;

/** Whether a record of the audit log is that of the save at this time. */
export const isSaveAt = ({ operationId, occurredAt }: Change, savedAt: string): boolean =>
  saves.includes(operationId) &&
  Math.abs(Date.parse(occurredAt) - Date.parse(savedAt)) < toleranceMs;

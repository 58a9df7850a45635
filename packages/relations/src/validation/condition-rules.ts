import type { Finding } from '../language/finding.ts';
import type { ModelJson } from '../language/model-json.ts';
import { checkedCondition } from '../conditions/checked-condition.ts';

const maxConditions = 50;

/** Conditions of a model: their number, and each by itself. */
export function conditionFindings(model: ModelJson): Finding[] {
  const conditions = Object.entries(model.conditions ?? {});
  if (conditions.length > maxConditions)
    return [
      {
        path: ['conditions'],
        code: 'model_too_complex',
        detail: `must have at most ${maxConditions} conditions; it has ${conditions.length}`,
      },
    ];
  return conditions.flatMap(([name, condition]): Finding[] => {
    const checked = checkedCondition(name, condition);
    return 'faults' in checked
      ? checked.faults.map((fault) => ({ ...fault, path: ['conditions', name, ...fault.path] }))
      : [];
  });
}

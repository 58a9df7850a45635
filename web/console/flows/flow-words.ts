import type { LoginFlowCondition, LoginFlowProblem, LoginFlowStep } from '@platform/contracts';
import { useFormats, useSay } from '../../kit/words/words-context.ts';
import type { Areas } from '../../messages/areas.ts';
import type { FlowWords } from './flow-graph.ts';

type Key = keyof Areas['flows'];

/** `second_factor` → `Second factor`: for names that people gave as ids. */
const readable = (id: string): string => {
  const text = id.replaceAll('_', ' ');
  return text.charAt(0).toUpperCase() + text.slice(1);
};

/** The settings of a flow, steps and their exits in words. */
export function useFlowWords() {
  const say = useSay('flows');
  const sayApplications = useSay('applications');
  const formats = useFormats();
  const methodOf = (method: string) => sayApplications(`method.${method as 'password'}`);
  const levelOf = (level: string | null) =>
    level === null ? '—' : sayApplications(`assurance.${level as 'aal1'}`);
  const factOf = (fact: string) => {
    const key = `fact.${fact}`;
    return fact.startsWith('user.metadata.') ? fact : say(key as Key);
  };
  const list = (values: readonly string[]) => formats.formatList([...values], { type: 'unit' });

  function conditionOf(condition: LoginFlowCondition): string {
    if ('not' in condition) return say('condition.not', { condition: conditionOf(condition.not) });
    if ('all' in condition || 'any' in condition) {
      const parts = 'all' in condition ? condition.all : condition.any;
      const type = 'all' in condition ? 'conjunction' : 'disjunction';
      return formats.formatList(parts.map(conditionOf), { type });
    }
    const { fact, op, value } = condition;
    const shown = [value].flat().map((one) => (typeof one === 'boolean' ? yesOrNo(one) : `${one}`));
    return `${factOf(fact)} ${say(`op.${op}`)} ${list(shown)}`;
  }
  const yesOrNo = (is: boolean) => say(is ? 'yes' : 'no');

  const nameOf = ({ title, id, type }: LoginFlowStep) => {
    if (title) return title;
    return type === 'complete' || type === 'deny' ? say(`type.${type}`) : readable(id);
  };
  function hintOf(step: LoginFlowStep): string {
    if (step.type === 'authenticate' || step.type === 'enroll') {
      const { methods } = step.config;
      return list(methods.map(methodOf));
    }
    const type = say(`type.${step.type}`);
    return type === nameOf(step) ? '' : type;
  }
  const words: FlowWords = {
    nameOf,
    hintOf,
    exitOf: ({ kind, name }) => {
      if (kind === 'branch') return readable(name);
      return say(`exit.${name}` as Key);
    },
    entryOf: (name) => (name === 'default' ? say('entry.default') : readable(name)),
    problemCount: (problems) => say('problems.count', { count: problems.length }),
  };
  return {
    ...words,
    methodOf,
    levelOf,
    factOf,
    conditionOf,
    yesOrNo,
    list,
    problemOf: ({ code }: LoginFlowProblem) => say(`problem.${code}`),
  };
}

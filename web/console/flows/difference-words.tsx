import type { ReactNode } from 'react';
import type { LoginFlow, LoginFlowCondition } from '@platform/contracts';
import { Verbatim } from '../../kit/content/verbatim.tsx';
import { useSay } from '../../kit/words/words-context.ts';
import type { Areas } from '../../messages/areas.ts';
import { useFlowWords } from './flow-words.ts';

type Key = keyof Areas['flows'];

/** The word for each property of a step or flow, by the end of its path. */
const labels: Readonly<Record<string, Key>> = {
  title: 'step.title',
  type: 'step.type',
  name: 'settings.name',
  description: 'description',
  'config.methods': 'methods',
  'config.connectors': 'connectors',
  'config.role': 'role',
  'config.maxAttempts': 'maxAttempts',
  'config.collectIdentifier': 'collectIdentifier',
  'config.reuseSession': 'reuseSession',
  'config.identifiers': 'identifiers',
  'config.homeRealmDiscovery': 'homeRealmDiscovery',
  'config.concealUnknown': 'concealUnknown',
  'config.skippable': 'skippable',
  'config.graceDays': 'graceDays',
  'config.attributes': 'attributes',
  'config.initialMethods': 'initialMethods',
  'config.requireVerifiedEmail': 'requireVerifiedEmail',
  'config.channel': 'channel',
  'config.docTypes': 'docTypes',
  'config.hookId': 'hookId',
  'config.timeoutMilliseconds': 'timeout',
  'config.onError': 'onError',
  'config.reason': 'reason',
  'config.branches': 'branches',
  'config.otherwise': 'exit.otherwise',
  'settings.minimumAssurance': 'settings.minimumAssurance',
  'settings.sessionLifetimeSeconds': 'settings.sessionLifetimeSeconds',
  'settings.sessionIdleSeconds': 'settings.sessionIdleSeconds',
  'settings.flowLifetimeSeconds': 'settings.flowLifetimeSeconds',
  'settings.trustedDeviceSeconds': 'settings.trustedDeviceSeconds',
  'settings.stepUp': 'settings.stepUp',
  'settings.stepUpMethods': 'settings.stepUpMethods',
  'settings.signUpEnabled': 'settings.signUpEnabled',
};

interface Branch {
  id: string;
  when: LoginFlowCondition;
  next: string;
}

/** Names the fields of a flow, and shows their values in words. `flow`: where the names of steps are found. */
export function useFieldWords(flow: LoginFlow) {
  const say = useSay('flows');
  const words = useFlowWords();
  const stepName = (id: string) => {
    const step = flow.steps.find((one) => one.id === id);
    return step ? words.nameOf(step) : id;
  };

  /** A path within a step or the flow. */
  function fieldOf(path: string): string {
    const key = labels[path];
    if (key) return say(key);
    const [, outcome] = /^on\.(\w+)$/.exec(path) ?? [];
    if (outcome)
      return words.exitOf({ id: outcome, kind: 'outcome', name: outcome, to: undefined });
    const [, entry] = /^entrypoints\.(\w+)$/.exec(path) ?? [];
    return entry ? words.entryOf(entry) : path;
  }

  /** A path of the fields of a flow, with the step that it is in. */
  function labelOf(path: string): string {
    const [, id, rest] = /^steps\.(\w+)(?:\.(.+))?$/.exec(path) ?? [];
    if (id === undefined) return fieldOf(path);
    return rest === undefined
      ? stepName(id)
      : say('difference.in', { step: stepName(id), field: fieldOf(rest) });
  }

  const branchText = ({ id, when, next }: Branch) =>
    say('difference.branch', {
      branch: words.exitOf({ id, kind: 'branch', name: id, to: next }),
      condition: words.conditionOf(when),
      target: stepName(next),
    });

  function textOf(value: unknown, path: string): string {
    if (value === undefined || value === '') return say('difference.none');
    if (typeof value === 'boolean') return words.yesOrNo(value);
    if (/(^|\.)(on\.\w+|entrypoints\.\w+|otherwise)$/.test(path)) return stepName(String(value));
    if (path.endsWith('minimumAssurance')) return words.levelOf(String(value));
    if (path.endsWith('identifiers'))
      return words.list((value as string[]).map((id) => say(`identifier.${id as 'email'}`)));
    if (path.endsWith('branches')) return (value as Branch[]).map(branchText).join('; ');
    if (path.toLowerCase().endsWith('methods'))
      return words.list((value as string[]).map(words.methodOf));
    if (Array.isArray(value) && value.every((one) => typeof one === 'string'))
      return value.length === 0 ? say('difference.none') : words.list(value);
    return typeof value === 'object' ? JSON.stringify(value) : String(value);
  }

  return {
    fieldOf,
    labelOf,
    stepName,
    textOf,
    show: (value: unknown, path: string): ReactNode => <Verbatim text={textOf(value, path)} />,
  };
}

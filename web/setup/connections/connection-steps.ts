import type { SetupDirectory } from '@platform/sdk';
import { useSay } from '../../kit/words/words-context.ts';
import type { RunStep } from '../parts/run.tsx';
import type { Provider, SignInProtocol } from '../providers.ts';

/** The steps of a connection; the first two come before it exists. */
const ids = ['application', 'credentials', 'attributes', 'test', 'activate'] as const;
export type ConnectionStep = (typeof ids)[number];

/** The section of the guide that belongs to a step. */
export const sectionOf: Readonly<Partial<Record<ConnectionStep, number>>> = {
  application: 0,
  credentials: 1,
  attributes: 2,
  test: 3,
};

/** Whether users can sign in with a connection. */
export const isActive = ({ state }: Pick<SetupDirectory, 'state'>): boolean =>
  state !== 'suspended';

/** The address of a step of a connection. */
export const stepHref = (id: string, step: ConnectionStep, test?: string): string =>
  `/connections/${id}?step=${step}${test === undefined ? '' : `&test=${test}`}`;

/** Where a contact continues. */
export function nextStep(connection: Pick<SetupDirectory, 'state' | 'lastProbe'>): ConnectionStep {
  if (isActive(connection)) return 'activate';
  return connection.lastProbe ? 'test' : 'attributes';
}

interface NewConnection {
  provider: Provider | undefined;
  protocol: SignInProtocol | undefined;
  step: ConnectionStep | undefined;
}

/** The steps before there is a connection. */
export function useNewSteps({ provider, protocol, step }: NewConnection): RunStep[] {
  const say = useSay('setup-connections');
  const chosen = `provider=${provider}&protocol=${protocol}`;
  const isChosen = provider !== undefined && protocol !== undefined;
  return [
    { id: 'provider', label: say('step.provider'), isDone: isChosen, href: '/connections/new' },
    ...ids.map((id) => ({
      id,
      label: labelOf(say, id, protocol),
      isDone: id === 'application' && step === 'credentials',
      ...(isChosen &&
        ['application', 'credentials'].includes(id) && {
          href: `/connections/new?${chosen}&step=${id}`,
        }),
    })),
  ];
}

type Say = ReturnType<typeof useSay<'setup-connections'>>;
const labelOf = (say: Say, id: ConnectionStep, protocol: SignInProtocol | undefined): string =>
  id === 'credentials' && protocol !== 'oidc' ? say('step.metadata') : say(`step.${id}`);

/** The steps of a connection that exists. All of them can be opened. */
export function useSteps(connection: SetupDirectory, test: string | undefined): RunStep[] {
  const say = useSay('setup-connections');
  const isTested = connection.lastProbe?.ok === true;
  const done: Readonly<Record<ConnectionStep, boolean>> = {
    application: true,
    credentials: true,
    attributes: connection.lastProbe !== null,
    test: isTested,
    activate: isActive(connection),
  };
  return [
    { id: 'provider', label: say('step.provider'), isDone: true },
    ...ids.map((id) => ({
      id,
      label: labelOf(say, id, connection.kind as SignInProtocol),
      isDone: done[id],
      href: stepHref(connection.id, id, test),
    })),
  ];
}

import type { SetupDirectory } from '@platform/sdk';
import { useSay } from '../../kit/words/words-context.ts';
import type { RunStep } from '../parts/run.tsx';
import type { SourceKind } from '../providers.ts';

export type DirectoryStep = 'connect' | 'test' | 'provision';

/** A SCIM client is tested by its requests, which are shown in the last step. */
const stepsOf = (kind: SourceKind): readonly DirectoryStep[] =>
  kind === 'scim' ? ['connect', 'provision'] : ['connect', 'test', 'provision'];

/** The section of the guide that belongs to a step. */
export const sectionOf: Readonly<Partial<Record<DirectoryStep, number>>> = {
  connect: 0,
  provision: 1,
};

export const stepHref = (id: string, step: DirectoryStep): string =>
  `/directories/${id}?step=${step}`;

/** The words of a step: a SCIM client sends, and other directories are read. */
const labelKey = (kind: SourceKind, step: DirectoryStep) =>
  kind === 'scim' && step === 'provision' ? 'step.provisioning' : (`step.${step}` as const);

/** Where a contact continues. */
export function nextStep({
  kind,
  lastProbe,
  hasCredential,
}: Pick<SetupDirectory, 'kind' | 'lastProbe' | 'hasCredential'>): DirectoryStep {
  if (kind === 'scim') return 'connect';
  if (lastProbe?.ok) return 'provision';
  return hasCredential ? 'test' : 'connect';
}

/** The steps of a directory; of one that does not exist yet, only the first can be opened. */
export function useDirectorySteps(kind: SourceKind, directory?: SetupDirectory): RunStep[] {
  const say = useSay('setup-directories');
  const isArriving = directory?.state === 'active';
  const done: Readonly<Record<DirectoryStep, boolean>> = {
    connect: kind === 'scim' ? isArriving : directory?.hasCredential === true,
    test: directory?.lastProbe?.ok === true,
    provision: isArriving && (directory.counts.users > 0 || directory.lastSync !== null),
  };
  return [
    {
      id: 'source',
      label: say('step.source'),
      isDone: true,
      ...(!directory && { href: '/directories/new' }),
    },
    ...stepsOf(kind).map((id) => ({
      id,
      label: say(labelKey(kind, id)),
      isDone: done[id],
      ...(directory && { href: stepHref(directory.id, id) }),
    })),
  ];
}

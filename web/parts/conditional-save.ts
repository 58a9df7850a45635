import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import type { DefaultValues, FieldValues, Path, PathValue, UseFormReturn } from 'react-hook-form';
import { isProblem } from '@platform/sdk';
import type { Call, Client, ProblemCode } from '@platform/sdk';
import { findingsOf } from '../client/field-words.ts';
import { refreshReads } from '../client/query.ts';
import type { Read } from '../client/query.ts';
import { useWebClient } from '../client/web-client.ts';
import type { OperationId } from '../generated/operations.ts';
import { countChanges, mergePatch } from '../kit/form/merge-patch.ts';
import { showToast } from '../kit/overlays/toast.tsx';
import { useSay } from '../kit/words/words-context.ts';

type Version = Readonly<Record<string, unknown>>;
type Patch = Record<string, unknown>;

export interface ConditionalSaveOptions<T, Values extends FieldValues> {
  form: UseFormReturn<Values>;
  /** The resource as the page has it now: a form without changes follows it. */
  read: Read<T>;
  /** The values of the form for a version of the resource. */
  valuesOf: (resource: T) => Values;
  send: (api: Client, patch: object, ifMatch: string | undefined) => Call<T, ProblemCode>;
  /** Reads what another person has saved. */
  reread: (api: Client) => Call<T, ProblemCode>;
  /** Reads that show what has changed. */
  refreshes: readonly OperationId[];
  /** The body of a patch; the changed fields themselves if absent. */
  bodyOf?: (patch: Patch) => Patch;
  /** After the changes, or what a conflict left of them, are saved. */
  onSaved?: () => void;
}

interface Conflict<T> {
  theirs: Read<T>;
  mine: Version;
}

/** The value at a path with dots. */
const valueAt = (values: Version, path: string): unknown =>
  path.split('.').reduce<unknown>((value, name) => (value as Version | undefined)?.[name], values);

/**
 * Saves a form on condition that the resource is still the one that was read. If it is not, `conflict` holds the properties of the
 * dialog that merges both changes.
 */
export function useConditionalSave<T, Values extends FieldValues>(
  options: ConditionalSaveOptions<T, Values>,
) {
  const { form, valuesOf, send, reread, refreshes } = options;
  const sayApp = useSay('app');
  const sayProblem = useSay('problems');
  const queryClient = useQueryClient();
  const { api } = useWebClient();
  const { read } = options;
  const base = useRef(read);
  const [conflict, setConflict] = useState<Conflict<T>>();
  const [isPending, setIsPending] = useState(false);

  useEffect(() => {
    if (read.etag === base.current.etag || countChanges(form.formState.dirtyFields) > 0) return;
    base.current = read;
    form.reset(valuesOf(read.value) as DefaultValues<Values>);
    // A version of the resource is the reason, not the functions of this render.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [read.etag]);

  async function write(patch: Patch): Promise<void> {
    const { value, etag } = await send(api, patch, base.current.etag).response();
    base.current = { value, etag };
    showToast({ text: sayApp('saved') });
    await refreshReads(queryClient, refreshes);
    options.onSaved?.();
  }

  async function save(patch: Patch) {
    try {
      await write(patch);
      return [];
    } catch (error) {
      if (!isProblem(error, 'precondition_failed')) return findingsOf(error, sayProblem);
      const { value, etag } = await reread(api).response();
      setConflict({ theirs: { value, etag }, mine: structuredClone(form.getValues()) });
      // Not saved yet: the form keeps its changes below the dialog.
      return findingsOf(error, sayProblem);
    }
  }

  async function resolve(
    { theirs, mine }: Conflict<T>,
    keepMine: readonly string[],
    merged: Readonly<Record<string, string>>,
  ) {
    setIsPending(true);
    base.current = theirs;
    form.reset(valuesOf(theirs.value) as DefaultValues<Values>);
    const kept = keepMine.map((path): [string, unknown] => [path, valueAt(mine, path)]);
    const changes = [...kept, ...Object.entries(merged)];
    for (const [path, value] of changes)
      form.setValue(path as Path<Values>, value as PathValue<Values, Path<Values>>, {
        shouldDirty: true,
      });
    setConflict(undefined);
    setIsPending(false);
    await form.handleSubmit(async (values) => {
      const dirty = Object.fromEntries(changes.map(([path]) => [path.split('.', 1)[0]!, true]));
      const patch = mergePatch(values, dirty);
      const findings = changes.length > 0 ? await save(options.bodyOf?.(patch) ?? patch) : [];
      if (findings.length === 0) form.reset(values);
    })();
  }

  const dialog = conflict && {
    isOpen: true,
    isPending,
    base: valuesOf(base.current.value) as Version,
    theirs: valuesOf(conflict.theirs.value) as Version,
    mine: conflict.mine,
    onResolve: (keepMine: readonly string[], merged: Readonly<Record<string, string>>) =>
      void resolve(conflict, keepMine, merged),
    onClose: () => setConflict(undefined),
  };
  return { save, conflict: dialog };
}

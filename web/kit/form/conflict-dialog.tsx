import { useState } from 'react';
import type { ReactNode } from 'react';
import { Label, Radio, RadioGroup } from 'react-aria-components';
import { Verbatim } from '../content/verbatim.tsx';
import { Button } from '../controls/button.tsx';
import { Dialog } from '../overlays/dialog.tsx';
import { useSay } from '../words/words-context.ts';
import { isLines, mergeLines } from './text-merge.ts';
import { compareVersions } from './versions.ts';
import type { FieldVersions } from './versions.ts';
import styles from './conflict.module.css';

type Version = Readonly<Record<string, unknown>>;
type Side = 'theirs' | 'mine';

export interface ConflictDialogProps {
  isOpen: boolean;
  /** The value that the form read, that of the server, and that in the form. */
  base: Version;
  theirs: Version;
  mine: Version;
  labelOf: (path: string) => string;
  /** Shows a value; text without one. */
  show?: (value: unknown, path: string) => ReactNode;
  isPending?: boolean;
  /**
   * Whether texts of several lines are merged where both changed different lines. Then `onResolve` gets the merged texts, which belong to
   * the patch like the fields that are kept.
   */
  mergesLines?: boolean;
  /** The paths whose values of the form shall be kept, and merged texts by path; all other values are theirs. */
  onResolve: (keepMine: readonly string[], merged: Readonly<Record<string, string>>) => void;
  onClose: () => void;
}

function Value({ value }: { value: unknown }) {
  const say = useSay('kit');
  if (value === undefined || value === null || value === '') return <>{say('conflict.empty')}</>;
  return <Verbatim text={typeof value === 'string' ? value : JSON.stringify(value, null, 2)} />;
}

interface ChoiceProps {
  field: FieldVersions;
  label: string;
  show: NonNullable<ConflictDialogProps['show']>;
  side: Side | undefined;
  onChange: (side: Side) => void;
}

/** A field that both changed. */
function FieldChoice({ field, label, show, side, onChange }: ChoiceProps) {
  const say = useSay('kit');
  return (
    <RadioGroup
      className={styles['field']}
      value={side ?? null}
      onChange={(value) => onChange(value as Side)}
    >
      <Label>
        <strong>{label}</strong>{' '}
        <span className={styles['who']}>
          {say('conflict.before')} {show(field.base, field.path)}
        </span>
      </Label>
      <div className={styles['choices']}>
        {(['theirs', 'mine'] as const).map((each) => (
          <Radio key={each} value={each} className={styles['choice']}>
            <span className={styles['who']}>{say(`conflict.${each}`)}</span>
            <span className={styles['value']}>{show(field[each], field.path)}</span>
          </Radio>
        ))}
      </div>
    </RadioGroup>
  );
}

/** The texts that both changed in different lines, by path. */
function mergedTexts(fields: readonly FieldVersions[]): Record<string, string> {
  const merged: Record<string, string> = {};
  for (const { path, base, theirs, mine, changedBy } of fields) {
    if (changedBy !== 'both' || !isLines(base) || !isLines(theirs) || !isLines(mine)) continue;
    const text = mergeLines(base, { theirs, mine });
    if (text !== null) merged[path] = text;
  }
  return merged;
}

/** Somebody else saved the resource meanwhile: what both changed is chosen field by field, all else is merged. */
export function ConflictDialog(props: ConflictDialogProps) {
  const { base, theirs, mine, labelOf, isOpen, isPending, onResolve, onClose } = props;
  const say = useSay('kit');
  const [sides, setSides] = useState<Readonly<Record<string, Side>>>({});
  const fields = compareVersions(base, { theirs, mine });
  const texts = props.mergesLines ? mergedTexts(fields) : {};
  const isConflict = ({ path, changedBy }: FieldVersions) =>
    changedBy === 'both' && texts[path] === undefined;
  const conflicts = fields.filter(isConflict);
  const merged = fields.filter(({ changedBy }) => changedBy !== 'both');
  const show = props.show ?? ((value: unknown) => <Value value={value} />);
  const isMine = ({ path, changedBy }: FieldVersions) =>
    changedBy === 'mine' || sides[path] === 'mine';
  return (
    <Dialog
      title={say('conflict.title')}
      size="wide"
      isOpen={isOpen}
      isDismissable={!isPending}
      onClose={onClose}
      actions={
        <>
          <Button onPress={onClose} isDisabled={isPending}>
            {say('conflict.back')}
          </Button>
          <Button
            kind="primary"
            isPending={isPending}
            isDisabled={conflicts.some(({ path }) => sides[path] === undefined)}
            onPress={() =>
              onResolve(
                fields.filter(isMine).map(({ path }) => path),
                texts,
              )
            }
          >
            {say('conflict.save')}
          </Button>
        </>
      }
    >
      <p>{say('conflict.about', { count: conflicts.length })}</p>
      {conflicts.length > 0 && (
        <div className={styles['fields']}>
          {conflicts.map((field) => (
            <FieldChoice
              key={field.path}
              field={field}
              label={labelOf(field.path)}
              show={show}
              side={sides[field.path]}
              onChange={(side) => setSides((given) => ({ ...given, [field.path]: side }))}
            />
          ))}
        </div>
      )}
      {fields.length > conflicts.length && (
        <ul className={styles['merged']}>
          {Object.keys(texts).map((path) => (
            <li key={path}>{say('conflict.merged.lines', { field: labelOf(path) })}</li>
          ))}
          {merged.map(({ path, changedBy, ...versions }) => (
            <li key={path}>
              {say.rich(`conflict.merged.${changedBy as Side}`, {
                field: labelOf(path),
                value: show(versions[changedBy as Side], path),
              })}
            </li>
          ))}
        </ul>
      )}
    </Dialog>
  );
}

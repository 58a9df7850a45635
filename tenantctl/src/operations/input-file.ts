import { readFile } from 'node:fs/promises';
import { text } from 'node:stream/consumers';
import { usageError } from '@platform/command-line/failure';
import { textOf } from '@platform/command-line/key-set-file';

let standardInput: Promise<string> | undefined;

/** Standard input, which only one option can read. */
function standardInputText(): Promise<string> {
  if (standardInput) throw usageError('Only one option can read standard input.');
  return (standardInput = text(process.stdin));
}

/** The text of `@file`, of `-` for standard input, or the argument itself. */
export async function inputText(argument: string): Promise<string> {
  if (argument === '-') return standardInputText();
  return argument.startsWith('@') ? textOf(argument.slice(1)) : argument;
}

/** A secret in a file, or on standard input for `-`. A line break at the end is not part of it. */
export const secretText = async (file: string): Promise<string> =>
  (file === '-' ? await standardInputText() : await textOf(file)).replace(/\r?\n$/, '');

/** A file to send unchanged. */
export async function fileContent(file: string): Promise<Blob> {
  if (file === '-') return new Blob([await standardInputText()]);
  try {
    return new Blob([await readFile(file)]);
  } catch (error) {
    throw new Error(`Cannot read ${file}: ${(error as Error).message}`, { cause: error });
  }
}

/** Parses JSON, or YAML, of which JSON is a part. @throws Error that names the document */
export async function parseDocument(document: string, name: string): Promise<unknown> {
  const shownName = name.startsWith('@') ? name.slice(1) : '--data';
  const isJson = /^\s*[[{]/.test(document);
  try {
    if (isJson) return JSON.parse(document);
  } catch (error) {
    if (name.endsWith('.json')) throw unreadable(shownName, error);
  }
  const { parse } = await import('yaml');
  try {
    return parse(document) as unknown;
  } catch (error) {
    throw unreadable(shownName, error);
  }
}

const unreadable = (name: string, error: unknown): Error =>
  usageError(`${name} is neither JSON nor YAML: ${(error as Error).message.split('\n', 1)[0]}`);

import { createContext } from 'react';

/** The fields of a form and their labels, which the summary of errors names. */
export const FormLabels = createContext<Map<string, string>>(new Map());

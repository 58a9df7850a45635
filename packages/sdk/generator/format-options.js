/** How generated code is laid out. */
export const formatOptions = { parser: 'typescript', printWidth: 90, singleQuote: true };

/** Version of the SDK; a test compares it with the package. */
export const version = '0.1.0';

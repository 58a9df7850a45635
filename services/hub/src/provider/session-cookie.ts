/** `__Secure-`: only over TLS, or on localhost; bound to the host, since no domain is set. */
export const cookie = { httpOnly: true, sameSite: 'lax', secure: true, signed: true } as const;

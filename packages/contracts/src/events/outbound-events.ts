/** Facts of outbound. */
export const outboundEvents = {};

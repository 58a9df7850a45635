/** Whether tests run that take minutes of processor time: those of `npm run test:all`, which sets `TEST_LONG=1`. */
export const runsLongTests = process.env['TEST_LONG'] === '1';

/** What each area of compliance is about. */
export const complianceTags: Readonly<Record<string, string>> = {};

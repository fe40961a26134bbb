/** The shorteners whose APIs the server answers, by the names that the API has for them. */
export const SHORTENERS = [
  { value: 'kutt', name: 'Kutt' },
  { value: 'yourls', name: 'YOURLS' },
] as const;

/**
 * The shorteners whose APIs the server can answer, by the names that the API has for them, with the path of each API and
 * the scopes that its usual clients need.
 */
export const SHORTENERS = [
  { value: 'kutt', name: 'Kutt', apiPath: '/api/v2', scopes: ['links:write', 'analytics:read'] },
  { value: 'yourls', name: 'YOURLS', apiPath: '/yourls-api.php', scopes: ['links:write', 'analytics:read'] },
  { value: 'shlink', name: 'Shlink', apiPath: '/rest/v3', scopes: ['links:write', 'analytics:read', 'domains:read'] },
  { value: 'bitly', name: 'Bitly', apiPath: '/v4', scopes: ['links:write', 'analytics:read', 'qr:read'] },
  { value: 'dub', name: 'Dub', apiPath: '/api/dub', scopes: ['links:write', 'analytics:read', 'qr:read', 'track:write'] },
] as const;

export type Shortener = (typeof SHORTENERS)[number];

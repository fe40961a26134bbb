/** The resources of all scopes of the API, in the order of the form. */
export const RESOURCES = [
  { name: 'links', label: 'Links', about: 'Links, tags, folders, templates, imports and exports' },
  { name: 'analytics', label: 'Analytics', about: 'Clicks, reports, conversions and shared pages' },
  { name: 'qr', label: 'QR codes', about: 'Saved codes and their images' },
  { name: 'pages', label: 'Bio pages', about: 'Pages, their forms and responses' },
  { name: 'media', label: 'Images', about: 'The media library' },
  { name: 'domains', label: 'Domains', about: 'Hosts and their settings' },
  { name: 'members', label: 'Members', about: 'Members and invitations; never owners or admins' },
  { name: 'workspace', label: 'Workspace', about: 'Settings, limits and conventions' },
  { name: 'webhooks', label: 'Webhooks', about: 'Receivers of events, and their deliveries' },
  { name: 'track', label: 'Conversion tracking', about: 'Reports of leads and sales' },
] as const;

export type Resource = (typeof RESOURCES)[number]['name'];

export const LEVELS = [
  { value: 'none', label: 'None' },
  { value: 'read', label: 'Read' },
  { value: 'write', label: 'Read and write' },
] as const;

export type Level = (typeof LEVELS)[number]['value'];

/** Whether a resource has scopes of a level. */
export function hasLevel(resource: Resource, level: Level): boolean {
  return !(resource === 'track' && level === 'read');
}

/** The access to a resource that scopes allow. Writing includes reading. */
export function levelOf(scopes: readonly string[], resource: Resource): Level {
  if (scopes.includes(`${resource}:write`)) return 'write';
  return scopes.includes(`${resource}:read`) ? 'read' : 'none';
}

/** The scopes with another level of access to a resource. Other scopes do not change. */
export function withLevel(scopes: readonly string[], resource: Resource, level: Level): string[] {
  const others = scopes.filter((scope) => !scope.startsWith(`${resource}:`));
  return level === 'none' ? others : [...others, `${resource}:${level}`];
}

const every = (level: Level) =>
  RESOURCES.filter(({ name }) => hasLevel(name, level)).map(({ name }) => `${name}:${level}`);

/** Common sets of scopes. */
export const PRESETS: readonly { label: string; scopes: readonly string[] }[] = [
  { label: 'Create links', scopes: ['links:write'] },
  { label: 'Read only', scopes: every('read') },
  { label: 'Track conversions', scopes: ['track:write'] },
  { label: 'Full access', scopes: every('write') },
];

/** Whether two sets of scopes allow the same. */
export function sameScopes(a: readonly string[], b: readonly string[]): boolean {
  return a.length === b.length && a.every((scope) => b.includes(scope));
}

/** Describes scopes in a few words: the label of a preset, or the resources with their levels. */
export function describeScopes(scopes: readonly string[]): string {
  const preset = PRESETS.find((candidate) => sameScopes(candidate.scopes, scopes));
  if (preset) return preset.label;
  const described = RESOURCES.filter(({ name }) => levelOf(scopes, name) !== 'none').map(({ name, label }) =>
    name === 'track' ? label : `${label}: ${levelOf(scopes, name)}`,
  );
  const known = new Set<string>(RESOURCES.map(({ name }) => name));
  const others = scopes.filter((scope) => !known.has(scope.split(':')[0] ?? ''));
  return [...described, ...others].join(', ');
}

const SAMPLES: readonly [resource: Resource, path: string][] = [
  ['links', '/links'],
  ['analytics', '/analytics?groupBy=count'],
  ['qr', '/qr-codes'],
  ['pages', '/bio-pages'],
  ['media', '/media'],
  ['domains', '/domains'],
  ['workspace', '/workspaces/current'],
  ['members', '/workspaces/current/members'],
];

/** A curl command that the scopes allow. */
export function sampleCommand(scopes: readonly string[], secret: string, origin: string): string {
  const auth = `curl -H "Authorization: Bearer ${secret}"`;
  const path = SAMPLES.find(([resource]) => levelOf(scopes, resource) !== 'none')?.[1];
  if (path) return `${auth} "${origin}/api/v1${path}"`;
  return `${auth} -H "Content-Type: application/json" -d '{"clickId": "CLICK_ID"}' "${origin}/api/v1/track/lead"`;
}

import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { describeScopes, hasLevel, LEVELS, levelOf, PRESETS, RESOURCES, sampleCommand, withLevel } from './scopes';

type Operation = { security?: Record<string, string[]>[] };
type ApiDocument = { paths: Record<string, Record<string, Operation>> };

/** The scopes that the operations of the API require; every key may call those with `any`. */
function requiredScopes(): string[] {
  const { paths } = JSON.parse(readFileSync(resolve('../api/openapi.json'), 'utf8')) as ApiDocument;
  const operations = Object.values(paths).flatMap((methods) => Object.values(methods));
  const scopes = operations.flatMap(({ security = [] }) => security.flatMap((scheme) => Object.values(scheme).flat()));
  return [...new Set(scopes)].filter((scope) => scope !== 'any').sort();
}

describe('scopes', () => {
  it('offers exactly the scopes of the API, and all of them with full access', () => {
    const offered = RESOURCES.flatMap(({ name }) =>
      LEVELS.filter(({ value }) => value !== 'none' && hasLevel(name, value)).map(({ value }) => `${name}:${value}`),
    );
    expect(offered.sort()).toEqual(requiredScopes());
    const full = PRESETS.find(({ label }) => label === 'Full access')?.scopes ?? [];
    expect(RESOURCES.filter(({ name }) => levelOf(full, name) !== 'write')).toEqual([]);
  });

  it('replaces the level of one resource and keeps scopes that the form does not show', () => {
    const scopes = withLevel(['links:read', 'future:write'], 'links', 'write');
    expect(scopes).toEqual(['future:write', 'links:write']);
    expect(levelOf(scopes, 'links')).toBe('write');
    expect(withLevel(scopes, 'links', 'none')).toEqual(['future:write']);
  });

  it('describes a preset by its label and other sets by their resources', () => {
    for (const { label, scopes } of PRESETS) expect(describeScopes([...scopes].reverse())).toBe(label);
    expect(describeScopes(['qr:read', 'track:write', 'future:read'])).toBe(
      'QR codes: read, Conversion tracking, future:read',
    );
  });

  it('suggests a command that the scopes allow', () => {
    expect(sampleCommand(['qr:read'], 'lnt_x', 'https://a.example')).toBe(
      'curl -H "Authorization: Bearer lnt_x" "https://a.example/api/v1/qr-codes"',
    );
    expect(sampleCommand(['track:write'], 'lnt_x', 'https://a.example')).toContain('/api/v1/track/lead');
  });
});

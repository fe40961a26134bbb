import { describe, expect, it } from 'vitest';
import { describeScopes, levelOf, PRESETS, sampleCommand, withLevel } from './scopes';

describe('scopes', () => {
  it('replaces the level of one resource and keeps scopes that the form does not show', () => {
    const scopes = withLevel(['links:read', 'pages:write'], 'links', 'write');
    expect(scopes).toEqual(['pages:write', 'links:write']);
    expect(levelOf(scopes, 'links')).toBe('write');
    expect(withLevel(scopes, 'links', 'none')).toEqual(['pages:write']);
  });

  it('describes a preset by its label and other sets by their resources', () => {
    for (const { label, scopes } of PRESETS) expect(describeScopes([...scopes].reverse())).toBe(label);
    expect(describeScopes(['qr:read', 'track:write', 'pages:read'])).toBe(
      'QR codes: read, Conversion tracking, pages:read',
    );
  });

  it('suggests a command that the scopes allow', () => {
    expect(sampleCommand(['qr:read'], 'lnt_x', 'https://a.example')).toBe(
      'curl -H "Authorization: Bearer lnt_x" "https://a.example/api/v1/qr-codes"',
    );
    expect(sampleCommand(['track:write'], 'lnt_x', 'https://a.example')).toContain('/api/v1/track/lead');
  });
});

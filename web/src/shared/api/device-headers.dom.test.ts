import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { sessionStore } from '@/shared/lib/session-store';
import { deviceHeaders } from './device-headers';

const NAV = {
  doNotTrack: null,
  language: 'de-AT',
  platform: 'Linux x86_64',
  hardwareConcurrency: 8,
  deviceMemory: 4,
  userAgent: 'Test/1.0',
};

function on(navigator: Record<string, unknown>): Record<string, string> {
  vi.stubGlobal('navigator', { ...NAV, ...navigator });
  return deviceHeaders(new Date('2026-11-20T12:00:00Z'));
}

beforeEach(() => {
  document.cookie = '_fbp=fb.1.browser; path=/';
  document.cookie = '_fbc=fb.1.click; path=/';
});
afterEach(() => {
  vi.unstubAllGlobals();
  sessionStore.clear();
});

describe('the facts about the device', () => {
  it('AC-203: are all there under X- names', () => {
    const headers = on({});
    expect(headers).toMatchObject({
      'X-Device-Id': sessionStore.deviceId(),
      'X-Request-Time': '2026-11-20T12:00:00.000Z',
      'X-Do-Not-Track': '0',
      'X-Language': 'de-AT',
      'X-Platform': 'Linux x86_64',
      'X-Cpu-Count': '8',
      'X-Device-Memory': '4',
      'X-Browser-User-Agent': 'Test/1.0',
      'X-Ad-Browser-Id': 'fb.1.browser',
      'X-Ad-Click-Id': 'fb.1.click',
    });
    expect(headers['X-Screen-Size']).toMatch(/^\d+x\d+$/);
    expect(headers['X-Time-Zone']).toBeTruthy();
    expect(headers['X-Color-Depth']).toMatch(/^\d+$/);
  });

  it('AC-204: omit values that the browser does not provide, without failing the call', () => {
    const headers = on({ deviceMemory: undefined, hardwareConcurrency: undefined, platform: 'Geräte\n☃' });
    expect(headers).not.toHaveProperty('X-Device-Memory');
    expect(headers).not.toHaveProperty('X-Cpu-Count');
    expect(() => new Headers(headers)).not.toThrow();
  });

  it.each([
    ['do not track', { doNotTrack: '1' }],
    ['global privacy control', { globalPrivacyControl: true }],
  ])('leave out the advertising identifiers under %s', (_, refusal) => {
    const headers = on(refusal);
    expect(headers['X-Do-Not-Track']).toBe('1');
    expect(headers).not.toHaveProperty('X-Ad-Browser-Id');
    expect(headers).not.toHaveProperty('X-Ad-Click-Id');
  });
});

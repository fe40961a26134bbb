import { describe, expect, it } from 'vitest';
import { formatGradient, parseGradient } from './gradient';

describe('gradient', () => {
  it.each(['linear:45:#101d1e:#04755b', 'linear:0:#101d1e:#04755b', 'radial:#101d1e:#04755b'])(
    'formats what it parsed: %s',
    (text) => {
      const gradient = parseGradient(text);
      expect(gradient && formatGradient(gradient)).toBe(text);
    },
  );

  it.each(['', 'linear:360:#101d1e:#04755b', 'linear:#101d1e:#04755b', 'radial:red:#04755b', 'radial:#101d1e'])(
    'rejects %j',
    (text) => {
      expect(parseGradient(text)).toBeNull();
    },
  );
});

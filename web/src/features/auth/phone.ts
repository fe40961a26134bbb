/**
 * The phone number as it is sent: as entered when it starts with "+", else without its leading zeros and behind the
 * country's prefix.
 */
export function normalisePhone(entered: string, prefix: string): string {
  return entered.startsWith('+') ? entered : prefix + entered.replace(/^0+/, '');
}

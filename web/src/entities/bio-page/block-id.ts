const DIGITS = '0123456789abcdefghjkmnpqrstvwxyz';
const LENGTH = 13;

/** Returns a random id for a new block: 64 bits as 13 digits of base32, the last of which carries 4 bits. */
export function newBlockId(): string {
  const random = crypto.getRandomValues(new Uint8Array(LENGTH));
  const digits = [...random].map((byte, index) => DIGITS[index < LENGTH - 1 ? byte % 32 : (byte % 16) * 2]);
  return `blk_${digits.join('')}`;
}

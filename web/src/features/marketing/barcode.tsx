// The bars of a ticket, determined by the seed.
function bars(seed: number): string {
  let path = '';
  let x = 2;
  for (let n = seed * 7 + 3; x < 182; n = (n * 5 + seed + 11) % 97) {
    path += `M${x} 0v12`;
    x += 4 + (n % 6);
  }
  return path;
}

/** A decorative bar code. */
export function Barcode({ seed }: { seed: number }) {
  return (
    <svg className="ticket-barcode" viewBox="0 0 184 12" preserveAspectRatio="none" aria-hidden="true">
      <path d={bars(seed)} />
    </svg>
  );
}

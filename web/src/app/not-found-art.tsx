// "404" in modules, five rows high; the zero is the eye.
const FOUR = ['1001', '1001', '1111', '0001', '0001'];

function modules(left: number): string {
  const cells = FOUR.flatMap((row, y) => [...row].map((bit, x) => (bit === '1' ? `M${left + x} ${y}h.9v.9h-.9z` : '')));
  return cells.join('');
}

/** 404 drawn in modules. Decorative: the number is also there as text. */
export function NotFoundArt() {
  return (
    <svg className="h-24 w-auto" viewBox="0 0 15 5" fill="var(--ink)" aria-hidden="true">
      <path d={modules(0) + modules(11)} />
      <path fillRule="evenodd" d="M5 0h5v4.9H5zM5.9.9v3.1h3.2V.9z" />
      <path className="eye-pupil" d="M6.6 1.6h1.8v1.7H6.6z" />
    </svg>
  );
}

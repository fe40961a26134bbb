import type { DrawnCode } from './use-drawn-code';

/** A drawn code, as wide as its container. */
export function CodeImage({ code, label }: { code: DrawnCode; label: string }) {
  return <img className="studio-code" src={code.src} alt={label} decoding="sync" draggable={false} />;
}

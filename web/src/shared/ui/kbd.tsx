/** A key or a sequence of keys: "C", "G A", "⌘K". */
export function Kbd({ keys }: { keys: string }) {
  return <kbd>{keys}</kbd>;
}

import { Button } from '@/shared/ui/button';

/** Somebody else saved the link after it was opened here: which of the two shall stand. */
export function StaleNotice({ onReload, onOverwrite }: { onReload: () => void; onOverwrite: () => void }) {
  return (
    <div className="notice hot stale" role="alert">
      <p>
        <b>This link was changed elsewhere meanwhile.</b> Load that version and lose what you typed, or put yours over
        it.
      </p>
      <span className="flex gap-2">
        <Button size="sm" onClick={onReload}>
          Load theirs
        </Button>
        <Button size="sm" onClick={onOverwrite}>
          Save mine over it
        </Button>
      </span>
    </div>
  );
}

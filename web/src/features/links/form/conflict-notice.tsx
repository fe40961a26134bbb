import { Button } from '@/shared/ui/button';

/** Shown when the link was saved elsewhere after the form was opened. */
export function ConflictNotice({ onReload, onOverwrite }: { onReload: () => void; onOverwrite: () => void }) {
  return (
    <div className="ui-notice ui-accent link-form-stale" role="alert">
      <p>
        <b>This link was changed elsewhere.</b> Reload to see the new version, or overwrite it with yours.
      </p>
      <span className="flex gap-2">
        <Button size="sm" onClick={onReload}>
          Reload and discard my changes
        </Button>
        <Button size="sm" onClick={onOverwrite}>
          Overwrite
        </Button>
      </span>
    </div>
  );
}

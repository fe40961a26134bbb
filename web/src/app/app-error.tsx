import type { ErrorComponentProps } from '@tanstack/react-router';
import { BlinkEye } from '@/shared/ui/blink-eye';
import { Button, buttonClass } from '@/shared/ui/button';

/** What is left when rendering or routing failed. It depends on nothing that can fail: plain links, no stack. */
export function AppError(_: ErrorComponentProps) {
  return (
    <main className="centre-page">
      <title>Error · Linnet</title>
      <BlinkEye size={56} />
      <h1>Unexpected Application Error!</h1>
      <p className="muted">Nothing you saved is lost. Load the page again, or go back to the start.</p>
      <p className="flex gap-2">
        <Button tone="primary" onClick={() => location.reload()}>
          Reload
        </Button>
        <a className={buttonClass()} href="/">
          Return to Home
        </a>
      </p>
    </main>
  );
}

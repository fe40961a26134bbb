import { Button } from '@/shared/ui/button';
import { Tooltip } from '@/shared/ui/tooltip';

/** The part of the EyeDropper API that is used here. TypeScript does not declare it. */
interface EyeDropper {
  open: () => Promise<{ sRGBHex: string }>;
}

declare global {
  interface Window {
    /** Missing in some browsers, and on pages without HTTPS. */
    EyeDropper?: new () => EyeDropper;
  }
}

interface Props {
  /** Accessible name. */
  label: string;
  /** Called with the hex value of the color. */
  onPick: (color: string) => void;
}

/** Picks a color from the screen. Nothing in browsers that cannot. */
export function EyeDropperButton({ label, onPick }: Props) {
  const { EyeDropper } = window;
  if (!EyeDropper) return null;

  async function pick(Dropper: NonNullable<Window['EyeDropper']>) {
    try {
      onPick((await new Dropper().open()).sRGBHex.toLowerCase());
    } catch {
      // Escape cancels it.
    }
  }

  return (
    <Tooltip text="Pick from the screen">
      <Button
        icon
        size="sm"
        tone="quiet"
        className="qr-dropper"
        aria-label={label}
        onClick={() => void pick(EyeDropper)}
      >
        <svg className="ui-icon" viewBox="0 0 16 16" aria-hidden="true">
          <path d="m8.5 5.5-6 6v2h2l6-6M7 4l5 5M9.5 6.5l2.5-3 .5.5-3 2.5" />
        </svg>
      </Button>
    </Tooltip>
  );
}

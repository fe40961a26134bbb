import type { ComponentProps } from 'react';
import { DeniedButton } from '@/entities/workspace/ui/permission-controls';
import { Button } from '@/shared/ui/button';
import { Icon, type IconName } from '@/shared/ui/icon';

interface Props extends Omit<ComponentProps<typeof Button>, 'icon' | 'children'> {
  glyph: IconName;
  /** The accessible name, and the text where the bar has room for it. */
  label: string;
  /** Why the user may not change the selected links. */
  denied?: string;
}

/** The button of a menu or popover of the bar. With `denied` it opens nothing, and its tooltip is the reason. */
export function BulkTrigger({ glyph, label, denied, className, ...trigger }: Props) {
  const content = (
    <>
      <Icon name={glyph} />
      <span className="selection-word">{label}</span>
    </>
  );
  const look = { size: 'sm', className, 'aria-label': label } as const;
  if (denied) {
    return (
      <DeniedButton {...look} reason={denied}>
        {content}
      </DeniedButton>
    );
  }
  return (
    <Button {...look} {...trigger}>
      {content}
    </Button>
  );
}

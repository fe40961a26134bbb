import { useState } from 'react';
import type { Block } from '@/entities/bio-page/bio-page.types';
import { useEntryZone } from '@/entities/workspace/use-workspace-zone';
import { formatDateTime } from '@/shared/lib/format';
import { Button } from '@/shared/ui/button';
import { Icon } from '@/shared/ui/icon';
import { Popover } from '@/shared/ui/popover';
import { useEditorActions } from '../editor-context';
import { ScheduleFields } from '../schedule-fields';

/** Describes a schedule: "From 24 Oct 2026, 18:05"; undefined without one. */
function scheduleText({ startsAt, endsAt }: Pick<Block, 'startsAt' | 'endsAt'>, zone: string): string | undefined {
  const parts = [
    startsAt && `from ${formatDateTime(startsAt, zone)}`,
    endsAt && `until ${formatDateTime(endsAt, zone)}`,
  ].filter(Boolean);
  const text = parts.join(' ');
  return text === '' ? undefined : `Shown ${text}`;
}

/** When the block is shown, behind a button that is highlighted while the block has a schedule. */
export function SchedulePopover({ block, name }: { block: Block; name: string }) {
  const [open, setOpen] = useState(false);
  const zone = useEntryZone();
  const { changeBlock } = useEditorActions();
  const text = scheduleText(block, zone);
  return (
    <Popover
      open={open}
      onOpenChange={setOpen}
      label={`Schedule of ${name}`}
      tip={text ?? 'Schedule'}
      className="bio-schedule"
      trigger={
        <Button
          icon
          tone="quiet"
          size="sm"
          data-active={text ? '' : undefined}
          aria-label={text ? `Schedule ${name}. ${text}` : `Schedule ${name}`}
        >
          <Icon name="clock" />
        </Button>
      }
    >
      <ScheduleFields value={block} onChange={(schedule) => changeBlock({ ...block, ...schedule })} />
    </Popover>
  );
}

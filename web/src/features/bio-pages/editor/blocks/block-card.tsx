import { memo } from 'react';
import type { Block } from '@/entities/bio-page/bio-page.types';
import { plural } from '@/shared/lib/format';
import { Badge } from '@/shared/ui/badge';
import { Icon } from '@/shared/ui/icon';
import { Switch } from '@/shared/ui/switch';
import { blockName, blockType } from '../block-types';
import { useEditorActions } from '../editor-context';
import { BlockMenu } from './block-menu';
import { BlockThumb } from './block-thumb';
import { BlockTitle } from './block-title';
import { SchedulePopover } from './schedule-popover';

interface Props {
  block: Block;
  /** The id of the group around the block. */
  parentId: string | null;
  open: boolean;
  /** What the block lacks to be published. */
  problem: string | undefined;
  /** On the block, of all time. */
  clicks: number;
  onToggle: (id: string) => void;
}

const formId = (blockId: string) => `form-${blockId}`;

/** Moves the focus to the title of an open block, or else into its form, which scrolls there. Returns false if there is none. */
export function focusBlock(blockId: string): boolean {
  const card = document.getElementById(formId(blockId))?.closest('.bio-card');
  const input =
    card?.querySelector<HTMLElement>('input.bio-card-title') ??
    card?.querySelector<HTMLElement>('.bio-card-form :is(input, textarea, select, button)') ??
    card?.querySelector<HTMLElement>('.bio-expand');
  input?.focus();
  return Boolean(input);
}

/** One block: its title, state and actions, and its form while open. */
export const BlockCard = memo(function BlockCard({ block, parentId, open, problem, clicks, onToggle }: Props) {
  const { changeBlock } = useEditorActions();
  const type = blockType(block);
  const name = blockName(block);
  return (
    <div className="bio-card" data-hidden={block.visible ? undefined : ''} data-open={open ? '' : undefined}>
      <div className="bio-card-head">
        {type && <BlockThumb block={block} icon={type.icon} />}
        <BlockTitle block={block} type={type} />
        {problem && <Badge tone="bad">Incomplete</Badge>}
        {clicks > 0 && <span className="bio-clicks">{plural(clicks, 'click')}</span>}
        <SchedulePopover block={block} name={name} />
        <Switch
          aria-label={`Show ${name}`}
          checked={block.visible}
          onChange={(event) => changeBlock({ ...block, visible: event.target.checked })}
        />
        <BlockMenu block={block} name={name} parentId={parentId} />
        {type && (
          <button
            type="button"
            className="bio-expand"
            aria-label={`Edit ${name}`}
            aria-expanded={open}
            aria-controls={open ? formId(block.id) : undefined}
            onClick={() => onToggle(block.id)}
          >
            <Icon name="down" />
          </button>
        )}
      </div>
      {open && type && (
        <div id={formId(block.id)} className="bio-card-form bio-form">
          {problem && <p className="ui-hint">Needed to publish: {problem}</p>}
          <type.Form block={block} />
        </div>
      )}
    </div>
  );
});

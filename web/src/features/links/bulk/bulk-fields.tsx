import { type FormEvent, useState } from 'react';
import { LINK_FIELDS } from '@/entities/link/link-fields';
import { useEntryZone } from '@/entities/workspace/use-workspace-zone';
import { t } from '@/shared/i18n/t';
import { fromLocalInput } from '@/shared/lib/local-time';
import { Button } from '@/shared/ui/button';
import { Field, Input } from '@/shared/ui/field';
import { Icon } from '@/shared/ui/icon';
import { Menu, MenuItem, MenuLabel } from '@/shared/ui/menu';
import { Popover } from '@/shared/ui/popover';
import { BulkTrigger } from './bulk-trigger';

interface UntagProps {
  disabled: boolean;
  /** The tags of the selected links, without duplicates. */
  tags: readonly string[];
  onUntag: (tag: string) => void;
}

/** Removes a tag from the selected links. Renders nothing when they have none. */
export function UntagMenu({ disabled, tags, onUntag }: UntagProps) {
  if (tags.length === 0) return null;
  return (
    <Menu
      trigger={
        <Button size="sm" disabled={disabled} aria-label={t('Remove tag')}>
          <Icon name="tag" />
          <span className="selection-word selection-always">{t('Untag')}</span>
        </Button>
      }
    >
      <MenuLabel>{t('Remove tag')}</MenuLabel>
      {tags.map((tag) => (
        <MenuItem key={tag} onSelect={() => onUntag(tag)}>
          {tag}
        </MenuItem>
      ))}
    </Menu>
  );
}

interface EndDateProps {
  disabled: boolean;
  denied: string | undefined;
  /** Receives an RFC 3339 time, or null to remove the end date. */
  onChange: (time: string | null) => void;
}

/** Sets or removes the end date of the selected links. */
export function EndDatePopover({ disabled, denied, onChange }: EndDateProps) {
  const zone = useEntryZone();
  const [open, setOpen] = useState(false);
  const [value, setValue] = useState('');
  const [error, setError] = useState<string>();

  function finish(time: string | null) {
    setOpen(false);
    setValue('');
    setError(undefined);
    onChange(time);
  }

  function submit(event: FormEvent) {
    event.preventDefault();
    const time = fromLocalInput(value, zone);
    if (time) finish(time);
    else setError('Choose a date and time.');
  }

  return (
    <Popover
      open={open}
      onOpenChange={setOpen}
      label={t('End date of the selected links')}
      className="p-3"
      trigger={<BulkTrigger glyph="clock" label={t('End date')} disabled={disabled} denied={denied} />}
    >
      <form className="grid gap-3" noValidate onSubmit={submit}>
        <Field label={LINK_FIELDS.expiresAt.label} error={error} hint={t('In {zone}.', { zone })}>
          {(control) => (
            <Input
              {...control}
              type="datetime-local"
              value={value}
              onChange={(event) => setValue(event.target.value)}
            />
          )}
        </Field>
        <div className="flex justify-between gap-2">
          <Button onClick={() => finish(null)}>{t('Remove end date')}</Button>
          <Button type="submit" tone="primary">
            {t('Set end date')}
          </Button>
        </div>
      </form>
    </Popover>
  );
}

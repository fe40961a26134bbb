import { useQuery } from '@tanstack/react-query';
import { type KeyboardEvent, useState } from 'react';
import { useFormContext } from 'react-hook-form';
import { type UtmTemplate, useLabelMutations, utmTemplates } from '@/entities/label/label.queries';
import { UTM_FIELDS } from '@/entities/utm/utm';
import { messageOf } from '@/shared/api/errors';
import { Button } from '@/shared/ui/button';
import { Input } from '@/shared/ui/field';
import { Icon } from '@/shared/ui/icon';
import { Menu, MenuItem, MenuLabel } from '@/shared/ui/menu';
import { Popover } from '@/shared/ui/popover';
import { toast } from '@/shared/ui/toast';
import type { LinkForm } from './link-form.schema';

/** Fills the campaign fields from a template, or saves them as one. */
export function UtmTemplates() {
  const { setValue, watch } = useFormContext<LinkForm>();
  const { data: templates = [] } = useQuery(utmTemplates());
  const utm = watch('utm');
  const filled = UTM_FIELDS.some((field) => utm[field].trim() !== '');

  function pick(template: UtmTemplate) {
    for (const field of UTM_FIELDS) {
      setValue(`utm.${field}`, template.utm[field] ?? '', { shouldDirty: true, shouldValidate: true });
    }
  }

  if (templates.length === 0 && !filled) return null;
  return (
    <div className="flex flex-wrap gap-2">
      {templates.length > 0 && (
        <Menu
          align="start"
          trigger={
            <Button size="sm">
              <Icon name="copy" />
              From a template
            </Button>
          }
        >
          <MenuLabel>Fill the fields with</MenuLabel>
          {templates.map((template) => (
            <MenuItem key={template.id} onSelect={() => pick(template)}>
              {template.name}
            </MenuItem>
          ))}
        </Menu>
      )}
      {filled && <SaveAs utm={utm} />}
    </div>
  );
}

/** No form of its own: it stands inside the link's. */
function SaveAs({ utm }: { utm: LinkForm['utm'] }) {
  const { create } = useLabelMutations('utm-templates');
  const [open, setOpen] = useState(false);
  const [name, setName] = useState('');

  async function save() {
    if (!name.trim()) return;
    try {
      await create.mutateAsync({ name, utm });
      setOpen(false);
      setName('');
      toast({ title: 'Template saved', text: name.trim() });
    } catch (error) {
      toast({ title: 'The template was not saved', text: messageOf(error), tone: 'bad' });
    }
  }

  function onKeyDown(event: KeyboardEvent) {
    if (event.key !== 'Enter') return;
    // The link's own form must not be sent.
    event.preventDefault();
    event.stopPropagation();
    void save();
  }

  return (
    <Popover
      open={open}
      onOpenChange={setOpen}
      label="Save as a template"
      className="p-3"
      align="start"
      trigger={
        <Button size="sm" tone="quiet">
          <Icon name="plus" />
          Save as template
        </Button>
      }
    >
      <div className="joined">
        <Input
          aria-label="Name of the template"
          placeholder="Newsletter"
          maxLength={50}
          value={name}
          onChange={(event) => setName(event.target.value)}
          onKeyDown={onKeyDown}
        />
        <Button tone="primary" busy={create.isPending} onClick={save}>
          Save
        </Button>
      </div>
    </Popover>
  );
}

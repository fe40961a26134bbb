import { useQuery } from '@tanstack/react-query';
import { type KeyboardEvent, useState } from 'react';
import { useFormContext, useWatch } from 'react-hook-form';
import { labelPage, type UtmTemplate, useLabelMutations } from '@/entities/label/label.queries';
import { LabelPicker } from '@/entities/label/ui/label-picker';
import { UTM_FIELDS } from '@/entities/utm/utm';
import { messageOf } from '@/shared/api/errors';
import { t } from '@/shared/i18n/t';
import { Button } from '@/shared/ui/button';
import { Input } from '@/shared/ui/field';
import { Icon } from '@/shared/ui/icon';
import { Popover } from '@/shared/ui/popover';
import { toast } from '@/shared/ui/toast';
import type { LinkForm } from './link-form.schema';

/** Fills the campaign fields from a template, or saves them as a new one. */
export function UtmTemplates() {
  const { control, setValue } = useFormContext<LinkForm>();
  const { data } = useQuery(labelPage('utm-templates'));
  const hasTemplates = Boolean(data?.items.length);
  const utm = useWatch({ control, name: 'utm' });
  const filled = UTM_FIELDS.some((field) => utm[field].trim() !== '');

  function pick(template: UtmTemplate) {
    for (const field of UTM_FIELDS) {
      setValue(`utm.${field}`, template.utm[field] ?? '', { shouldDirty: true, shouldValidate: true });
    }
  }

  if (!hasTemplates && !filled) return null;
  return (
    <div className="flex flex-wrap gap-2">
      {hasTemplates && (
        <LabelPicker
          kind="utm-templates"
          title={t('UTM templates')}
          align="start"
          trigger={
            <Button size="sm">
              <Icon name="copy" />
              {t('Use template')}
            </Button>
          }
          options={({ labels }) => labels.map(({ id, name }) => ({ value: id, label: name }))}
          onChoose={(_, template) => template && pick(template)}
        />
      )}
      {filled && <SaveAs utm={utm} />}
    </div>
  );
}

/** Saves the fields as a template. It is inside the link form, so it has no form element of its own. */
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
      toast({ title: t('Template saved'), text: name.trim() });
    } catch (error) {
      toast({ title: t('Couldn’t save the template'), text: messageOf(error), tone: 'bad' });
    }
  }

  function onKeyDown(event: KeyboardEvent) {
    if (event.key !== 'Enter') return;
    // Enter must not submit the link form.
    event.preventDefault();
    event.stopPropagation();
    void save();
  }

  return (
    <Popover
      open={open}
      onOpenChange={setOpen}
      label={t('Save as template')}
      className="p-3"
      align="start"
      trigger={
        <Button size="sm" tone="quiet">
          <Icon name="plus" />
          {t('Save as template')}
        </Button>
      }
    >
      <div className="ui-joined">
        <Input
          aria-label={t('Template name')}
          placeholder={t('Newsletter')}
          maxLength={50}
          value={name}
          onChange={(event) => setName(event.target.value)}
          onKeyDown={onKeyDown}
        />
        <Button tone="primary" busy={create.isPending} onClick={save}>
          {t('Save')}
        </Button>
      </div>
    </Popover>
  );
}

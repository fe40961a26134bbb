import * as z from 'zod/mini';
import { t } from '@/shared/i18n/t';
import { Field, Textarea } from '@/shared/ui/field';
import { SettingsSection } from '@/shared/ui/settings-section';
import { MediaField } from '@/widgets/media/media-field';
import { useDraft, useEditorActions } from '../editor-context';
import { line, optionalLine } from '../forms/fields.schema';
import { TextInput } from '../forms/text-input';
import { ScheduleFields } from '../schedule-fields';
import { useLiveForm } from '../use-live-form';
import { AddressForm } from './address-form';
import { AgeGateField } from './age-gate-field';
import { LanguageField } from './language-field';
import { SocialCard } from './social-card';

const MAX_TITLE = 100;
const MAX_DESCRIPTION = 300;

const schema = z.object({
  title: line(MAX_TITLE, 'Enter a title.'),
  description: optionalLine(MAX_DESCRIPTION),
});

/** Title, description, address, schedule, language and age gate of the page. */
export function SettingsTab() {
  const draft = useDraft();
  const { change } = useEditorActions();
  return (
    <>
      <SettingsSection
        title="Profile"
        about="The title and description are at the top of the page and in its link previews."
      >
        <ProfileForm />
      </SettingsSection>
      <SettingsSection title="Link preview" about="How the page looks when it is shared. Publishing updates the image.">
        <SocialCard />
      </SettingsSection>
      <SettingsSection title="Address" about="Changes apply immediately. The old address stops working.">
        <AddressForm />
      </SettingsSection>
      <SettingsSection title="Schedule" about="Outside these times, the published page returns 404.">
        <ScheduleFields value={draft} onChange={(schedule) => change((was) => ({ ...was, ...schedule }))} />
      </SettingsSection>
      <SettingsSection
        title={t('Language')}
        about={t('Of the page’s own words, such as those of forms. Your texts are not translated.')}
      >
        <LanguageField value={draft.language} onChange={(language) => change((was) => ({ ...was, language }))} />
      </SettingsSection>
      <SettingsSection title="Age gate" about="Visitors confirm their age before they see anything but the title.">
        <AgeGateField value={draft.ageGate} onChange={(ageGate) => change((was) => ({ ...was, ageGate }))} />
      </SettingsSection>
    </>
  );
}

function ProfileForm() {
  const { title, description, avatar } = useDraft();
  const { change } = useEditorActions();
  const form = useLiveForm({
    schema,
    values: { title, description: description ?? '' },
    onEdit: (values, name) =>
      change((draft) => ({ ...draft, title: values.title, description: values.description }), `page.${name}`),
  });
  return (
    <div className="bio-form">
      <MediaField
        label="Profile picture"
        mediaId={avatar ?? ''}
        onChange={(id) => change((draft) => ({ ...draft, avatar: id || null }))}
        optional
      />
      <TextInput form={form} name="title" label="Title" maxLength={MAX_TITLE} />
      <Field label="Description" error={form.errorOf('description')}>
        {(control) => <Textarea {...control} {...form.register('description')} maxLength={MAX_DESCRIPTION} />}
      </Field>
    </div>
  );
}

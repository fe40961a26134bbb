import { useState } from 'react';
import { Button, type ButtonLook } from '@/shared/ui/button';
import { Checkbox } from '@/shared/ui/checkbox';
import { Combobox } from '@/shared/ui/combobox';
import { CopyButton } from '@/shared/ui/copy-button';
import { Field, Input, Textarea } from '@/shared/ui/field';
import { Icon } from '@/shared/ui/icon';
import { Kbd } from '@/shared/ui/kbd';
import { PasswordInput } from '@/shared/ui/password-input';
import { SearchBox } from '@/shared/ui/search-box';
import { Segmented } from '@/shared/ui/segmented';
import { Select } from '@/shared/ui/select';
import { Switch } from '@/shared/ui/switch';
import { TagsInput } from '@/shared/ui/tags-input';
import { TokenInput } from '@/shared/ui/token-input';
import { UploadField } from '@/shared/ui/upload-field';
import { Section } from './section';

const TONES: NonNullable<ButtonLook['tone']>[] = ['plain', 'primary', 'ink', 'quiet', 'danger'];
const SIZES: NonNullable<ButtonLook['size']>[] = ['sm', 'md', 'lg'];
const OPTIONS = [
  { value: 'newest', label: 'Newest' },
  { value: 'oldest', label: 'Oldest' },
  { value: 'clicks', label: 'Most clicks', disabled: true },
];
const COUNTRIES = [
  { value: 'FR', label: 'France' },
  { value: 'JP', label: 'Japan' },
];

/** Buttons and form controls. */
export function Controls() {
  return (
    <>
      <Buttons />
      <Fields />
      <Choices />
    </>
  );
}

function Buttons() {
  return (
    <Section title="Button">
      {TONES.map((tone) => (
        <Button key={tone} tone={tone}>
          {tone}
        </Button>
      ))}
      {SIZES.map((size) => (
        <Button key={size} size={size}>
          {size}
        </Button>
      ))}
      <Button icon aria-label="Edit">
        <Icon name="edit" />
      </Button>
      <Button busy>Busy</Button>
      <Button disabled>Disabled</Button>
      <Button>
        Save <Kbd keys="⌘↵" />
      </Button>
      <CopyButton text="https://go.example.com/launch" what="the short link" />
    </Section>
  );
}

function Fields() {
  const [search, setSearch] = useState('');
  const [tags, setTags] = useState(['spring', 'email']);
  const [codes, setCodes] = useState(['DE', 'PT']);
  const [text, setText] = useState('');
  return (
    <Section title="Fields" layout="grid">
      <Field label="Title" hint="Shown in the list.">
        {(control) => <Input {...control} placeholder="Spring sale" />}
      </Field>
      <Field label="Alias" error="This alias is taken. Try launch-2.">
        {(control) => <Input {...control} defaultValue="launch" />}
      </Field>
      <Field label="Disabled">{(control) => <Input {...control} disabled defaultValue="go.example.com" />}</Field>
      <Field label="Note">{(control) => <Textarea {...control} />}</Field>
      <Field label="Password">{(control) => <PasswordInput {...control} autoComplete="off" />}</Field>
      <Field label="Tags">{(control) => <TagsInput {...control} value={tags} onChange={setTags} />}</Field>
      <Field label="Countries">
        {(control) => (
          <TokenInput
            {...control}
            tokens={codes}
            text={text}
            onTextChange={setText}
            onCommit={(code) => {
              setText('');
              setCodes([...new Set([...codes, code.replace(',', '').trim()])]);
            }}
            onTokensChange={setCodes}
            removeLabel={(code) => `Remove ${code}`}
          />
        )}
      </Field>
      <SearchBox value={search} onChange={setSearch} label="Search links" placeholder="Search" />
      <UploadField title="Drop a CSV file here" accept=".csv" progress={null} onFile={() => {}}>
        UTF-8, up to 1 GB, also compressed as .csv.gz.
      </UploadField>
      <UploadField title="Uploading" accept=".csv" progress={0.4} onFile={() => {}}>
        links.csv
      </UploadField>
    </Section>
  );
}

function Choices() {
  const [sort, setSort] = useState('newest');
  const [view, setView] = useState('form');
  const [country, setCountry] = useState('FR');
  const shown = COUNTRIES.find(({ value }) => value === country)?.label;
  return (
    <Section title="Choices" layout="grid">
      <div className="flex items-center gap-3">
        <Checkbox aria-label="Off" />
        <Checkbox aria-label="On" defaultChecked />
        <Checkbox aria-label="Partly on" indeterminate />
        <Checkbox aria-label="Not available" disabled />
        <Switch aria-label="Switched off" />
        <Switch aria-label="Switched on" defaultChecked />
      </div>
      <Select aria-label="Sort" value={sort} options={OPTIONS} onChange={setSort} />
      <Select aria-label="Sort, not available" value={sort} options={OPTIONS} onChange={setSort} disabled />
      <div>
        <Segmented
          label="View"
          value={view}
          options={[
            { value: 'form', label: 'Form' },
            { value: 'preview', label: 'Preview' },
          ]}
          onChange={setView}
        />
      </div>
      <Field label="Country">
        {(control) => (
          <Combobox
            {...control}
            value={country}
            load={async () => COUNTRIES}
            onChange={(option) => setCountry(option.value)}
            shown={shown}
            placeholder="Select a country"
            searchPlaceholder="Search country..."
            emptyText="No country found."
            listLabel="Countries"
          />
        )}
      </Field>
    </Section>
  );
}

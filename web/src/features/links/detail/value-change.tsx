import type { LinkVersion, RuleInput } from '@/entities/link/link.types';
import { t } from '@/shared/i18n/t';
import { formatFieldValue } from './history-text';
import { type RuleChange, rulesDiff } from './rules-diff';

type Change = LinkVersion['changes'][number];

interface Props {
  change: Change;
  /** The change is part of the link's creation, which has no previous value. */
  created: boolean;
  /** The name of the folder with an id. */
  folderName: (id: string) => string;
  /** The IANA zone of displayed times. */
  zone: string;
}

/** A field's previous and new value. */
export function ValueChange({ change, created, folderName, zone }: Props) {
  if (change.field === 'password') return t('Changed');
  if (change.field === 'rules') return <RuleChanges from={listOf(change.from)} to={listOf(change.to)} zone={zone} />;
  return (
    <>
      {!created && <del dir="auto">{formatFieldValue(change.field, change.from, { folderName, zone })}</del>}{' '}
      <ins dir="auto">{formatFieldValue(change.field, change.to, { folderName, zone })}</ins>
    </>
  );
}

const listOf = (value: unknown) => (Array.isArray(value) ? (value as RuleInput[]) : []);

const LABELS: Record<RuleChange['kind'], string> = {
  added: t('Added'),
  removed: t('Removed'),
  changed: t('Changed'),
  moved: t('Moved'),
  same: '',
};

interface RuleChangesProps {
  from: readonly RuleInput[];
  to: readonly RuleInput[];
  zone: string;
}

function RuleChanges({ from, to, zone }: RuleChangesProps) {
  const all = rulesDiff(from, to, zone);
  const changes = all.filter(({ kind }) => kind !== 'same');
  const same = all.length - changes.length;
  return (
    <ul className="rule-changes">
      {changes.map(({ key, position, kind, before, after }) => (
        <li key={`${kind} ${key}`}>
          <span className="ui-badge">
            {LABELS[kind]} · {position}
          </span>
          <span>
            {before !== null && before !== after && <del dir="auto">{before}</del>}{' '}
            {after !== null && <ins dir="auto">{after}</ins>}
          </span>
        </li>
      ))}
      {changes.length === 0 && <li>{t('No visible change')}</li>}
      {same > 0 && (
        <li className="ui-muted">{t('{count, plural, one {# rule} other {# rules}} unchanged', { count: same })}</li>
      )}
    </ul>
  );
}

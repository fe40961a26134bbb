import type { Link, LinkVersion, RuleInput } from '@/entities/link/link.types';
import { plural } from '@/shared/lib/format';
import { valueText } from './history-text';
import { type RuleChange, rulesDiff } from './rules-diff';

type Change = LinkVersion['changes'][number];

interface Props {
  change: Change;
  /** Of a link that was just made there is no before. */
  made: boolean;
  folders: ReadonlyMap<string, string>;
  /** In which times are shown. */
  zone: string;
}

/** What a field was and is. */
export function ValueChange({ change, made, folders, zone }: Props) {
  if (change.field === 'password') return 'another one';
  if (change.field === 'rules') return <RuleChanges from={listOf(change.from)} to={listOf(change.to)} zone={zone} />;
  return (
    <>
      {!made && <del>{textOf(change.field, change.from, folders, zone)}</del>}{' '}
      <ins>{textOf(change.field, change.to, folders, zone)}</ins>
    </>
  );
}

const listOf = (value: unknown) => (Array.isArray(value) ? (value as RuleInput[]) : []);

function textOf(field: string, value: unknown, folders: ReadonlyMap<string, string>, zone: string): string {
  if (field !== 'split' || !Array.isArray(value)) return valueText(field, value, folders, zone);
  const branches = value as NonNullable<Link['split']>;
  return branches.map(({ url, weight }) => `${weight}% ${url}`).join(', ');
}

const WORDS: Record<RuleChange['what'], string> = {
  added: 'New',
  removed: 'Gone',
  changed: 'Changed',
  moved: 'Moved',
  same: '',
};

interface RuleChangesProps {
  from: readonly RuleInput[];
  to: readonly RuleInput[];
  zone: string;
}

function RuleChanges({ from, to, zone }: RuleChangesProps) {
  const all = rulesDiff(from, to, zone);
  const changes = all.filter(({ what }) => what !== 'same');
  const same = all.length - changes.length;
  return (
    <ul className="rule-changes">
      {changes.map(({ key, place, what, before, after }) => (
        <li key={`${what} ${key}`}>
          <span className="badge">
            {WORDS[what]} · {place}
          </span>
          <span>
            {before !== null && before !== after && <del>{before}</del>} {after !== null && <ins>{after}</ins>}
          </span>
        </li>
      ))}
      {changes.length === 0 && <li>The same in words</li>}
      {same > 0 && <li className="muted">{plural(same, 'rule')} as before</li>}
    </ul>
  );
}

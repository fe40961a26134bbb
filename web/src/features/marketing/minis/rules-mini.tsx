import { Chip } from '@/shared/ui/chip';

const RULES = [
  { field: 'Country is', value: 'Germany, Austria', to: 'shop…/de/leinen', share: '31%' },
  { field: 'Device is', value: 'phone', to: 'oatstreet://linen', share: '22%' },
  { field: 'Split', value: '70 / 30', to: '…/linen-a · …/linen-b', share: '47%' },
  { field: 'After', value: '31 May, 18:00', to: 'shop…/archive', share: 'scheduled' },
] as const;

/** Four sample rules of a link, with their shares of visitors. */
export function RulesMini() {
  return (
    <div className="mini-demo">
      <p className="mini-chip">
        <Chip>go.oatstreet.example/linen</Chip>
      </p>
      <ol className="mini-rules">
        {RULES.map(({ field, value, to, share }, index) => (
          <li key={value}>
            <span className="rules-n" aria-hidden="true">
              {index + 1}
            </span>
            <span>
              {field} <em>{value}</em>
            </span>
            <span className="ui-mono ui-truncate">{to}</span>
            <span className={share === 'scheduled' ? 'ui-muted' : undefined}>{share}</span>
          </li>
        ))}
      </ol>
    </div>
  );
}

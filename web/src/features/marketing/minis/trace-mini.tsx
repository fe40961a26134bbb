import { Icon } from '@/shared/ui/icon';

const VISITOR = ['Vienna, Austria', 'Android phone', 'Tue 18:04', 'Instagram'] as const;

const STEPS = ['Rule 1, all of:', 'Country is Germany, Austria', 'not: Device is desktop'] as const;

/** A sample of the simulator: the visitor, the conditions that match, and the result. */
export function TraceMini() {
  return (
    <div className="mini-demo features-trace">
      <p className="trace-title">Test as a visitor</p>
      <ul className="trace-visitor">
        {VISITOR.map((fact) => (
          <li key={fact} className="ui-badge">
            {fact}
          </li>
        ))}
      </ul>
      <ul className="mini-ticks">
        {STEPS.map((text) => (
          <li key={text}>
            <Icon name="check" />
            {text}
          </li>
        ))}
      </ul>
      <p className="trace-end">
        <span className="ui-badge ui-ok">302</span>{' '}
        <span className="ui-mono ui-truncate">shop.oatstreet.example/de/leinen</span>
      </p>
    </div>
  );
}

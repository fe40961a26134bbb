import { Icon } from '@/shared/ui/icon';

const VISITOR = ['Vienna, Austria', 'Android phone', 'Tue 18:04', 'Instagram'] as const;

const STEPS = ['Rule 1, all of:', 'Country is Germany, Austria', 'not: Device is desktop'] as const;

/** The simulator: who comes, which conditions hold, where it ends. */
export function TraceMini() {
  return (
    <div className="mini trace">
      <p className="trace-title">Test as a visitor</p>
      <ul className="trace-visitor">
        {VISITOR.map((fact) => (
          <li key={fact} className="badge">
            {fact}
          </li>
        ))}
      </ul>
      <ul className="ticks">
        {STEPS.map((text) => (
          <li key={text}>
            <Icon name="check" />
            {text}
          </li>
        ))}
      </ul>
      <p className="trace-end">
        <span className="badge ok">302</span> <span className="mono cut">shop.oatstreet.example/de/leinen</span>
      </p>
    </div>
  );
}

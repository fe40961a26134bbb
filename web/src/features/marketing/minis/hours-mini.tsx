import { type ModuleLevel, ModuleMatrix } from '@/shared/ui/module-matrix';

const DAYS = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'] as const;

// One digit for each hour from 0 to 23: the step of the scale. The star is the busiest hour.
const WEEK = [
  '010011234454444455554211',
  '000011235555544455*54321',
  '011101233555443445553311',
  '000111234444333345554321',
  '000001234454344345553211',
  '000001112233322122233322',
  '000011112323222222234332',
] as const;

const ROWS = WEEK.map((day) => [...day].map((hour) => (hour === '*' ? 'best' : (Number(hour) as ModuleLevel))));

/** A sample week of clicks, hour by hour. */
export function HoursMini() {
  return (
    <div className="mini-demo">
      <div className="mini-clock">
        <div className="clock-days" aria-hidden="true">
          {DAYS.map((day) => (
            <span key={day}>{day}</span>
          ))}
        </div>
        <ModuleMatrix rows={ROWS} label="Clicks by weekday and hour; most on Tuesday at 18:00" />
        <div className="clock-hours" aria-hidden="true">
          <span>0</span>
          <span>6</span>
          <span>12</span>
          <span>18</span>
          <span>23</span>
        </div>
      </div>
      <p className="hours-best">
        <span className="ui-badge ui-accent">Tue 18:00, 2.5%</span>{' '}
        <span className="ui-muted">of the week's clicks</span>
      </p>
    </div>
  );
}

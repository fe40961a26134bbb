package analytics

import (
	"time"

	"linnet/internal/base/fault"
)

// Bounds confine a request: what it asks for can be less, never more.
type Bounds struct {
	Period  Period     // the zero value bounds no period
	Compare Comparison // with Period: the only comparison
	Traffic Traffic    // empty: Human
}

// bounded reports whether b names a period.
func (b *Bounds) bounded() bool {
	return b.Period.Interval != "" || !b.Period.Start.IsZero() || !b.Period.End.IsZero()
}

// traffic returns the class of clicks that both asked and the bounds include,
// and Invalid when there is none.
func (b *Bounds) traffic(asked Traffic) (Traffic, error) {
	most := b.Traffic
	if most == "" {
		most = Human
	}
	switch {
	case asked == "" || asked == All || asked == most:
		return most, nil
	case most == All:
		return asked, nil
	default:
		return "", fault.New(fault.Invalid, "This page does not include these clicks.").At("traffic")
	}
}

// confine returns the part of asked that lies within the bounds, and what it is
// compared with. A request that names no period gets the whole one.
func (b *Bounds) confine(asked Period, now time.Time, first func() (time.Time, error)) (own, other span, err error) {
	whole, err := b.Period.resolve(now, first)
	if err != nil {
		return span{}, span{}, err
	}
	otherWhole, err := b.Compare.resolve(b.Period, whole)
	if err != nil {
		return span{}, span{}, err
	}
	if asked.Interval == "" && asked.Start.IsZero() && asked.End.IsZero() {
		return whole, otherWhole, nil
	}
	asked.TimeZone = b.Period.TimeZone
	part, err := asked.resolve(now, first)
	if err != nil {
		return span{}, span{}, err
	}
	own = part.within(whole)
	if !own.start.Before(own.end) {
		return span{}, span{}, fault.New(fault.Invalid, "This page shows other days.").At("start")
	}
	if otherWhole.start.IsZero() {
		return own, span{}, nil
	}
	distance := whole.start.Sub(otherWhole.start)
	other = span{start: own.start.Add(-distance), end: own.end.Add(-distance), loc: own.loc}.within(otherWhole)
	if !other.start.Before(other.end) {
		return own, span{}, nil
	}
	return own, other, nil
}

// within returns the part of s that lies in whole.
func (s span) within(whole span) span {
	if s.start.Before(whole.start) {
		s.start = whole.start
	}
	if s.end.After(whole.end) {
		s.end = whole.end
	}
	return s
}

// Check returns the faults of bounds that no request could meet.
func (b *Bounds) Check(now time.Time) error {
	_, _, err := b.confine(Period{}, now, func() (time.Time, error) { return time.Time{}, nil })
	return err
}

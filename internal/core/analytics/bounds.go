package analytics

import (
	"cmp"
	"time"

	"linnet/internal/base/fault"
)

// Bounds limit what a request may select.
type Bounds struct {
	Period  Period     // zero: any
	Compare Comparison // with Period: the only comparison
	Traffic Traffic    // empty: Human
}

// bounded reports whether b names a period.
func (b *Bounds) bounded() bool {
	return b.Period.Interval != "" || !b.Period.Start.IsZero() || !b.Period.End.IsZero()
}

// traffic returns the class of clicks that is in both requested and the bounds,
// or Invalid if there is none.
func (b *Bounds) traffic(requested Traffic) (Traffic, error) {
	allowed := cmp.Or(b.Traffic, Human)
	switch {
	case requested == "" || requested == All || requested == allowed:
		return allowed, nil
	case allowed == All:
		return requested, nil
	default:
		return "", fault.New(fault.Invalid, "This page does not include these clicks.").At("traffic")
	}
}

// confine returns the part of the requested period within the bounds, and the span
// that it is compared with. Without a requested period it returns the whole
// bounds.
func (b *Bounds) confine(requested Period, now time.Time, first func() (time.Time, error)) (own, other span, err error) {
	whole, err := b.Period.resolve(now, first)
	if err != nil {
		return span{}, span{}, err
	}
	otherWhole, err := b.Compare.resolve(b.Period, whole)
	if err != nil {
		return span{}, span{}, err
	}
	if requested.Interval == "" && requested.Start.IsZero() && requested.End.IsZero() {
		return whole, otherWhole, nil
	}
	requested.TimeZone = b.Period.TimeZone
	part, err := requested.resolve(now, first)
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

// within returns the intersection of s and whole.
func (s span) within(whole span) span {
	if s.start.Before(whole.start) {
		s.start = whole.start
	}
	if s.end.After(whole.end) {
		s.end = whole.end
	}
	return s
}

// Check validates the bounds.
func (b *Bounds) Check(now time.Time) error {
	_, _, err := b.confine(Period{}, now, func() (time.Time, error) { return time.Time{}, nil })
	return err
}

package apikit

import "time"

// TextOrNull returns nil for the empty text, which is null in JSON.
func TextOrNull(s string) *string {
	if s == "" {
		return nil
	}
	return &s
}

// TimeOrNull returns nil for the zero time, and Timestamp(t) otherwise.
func TimeOrNull(t time.Time) *time.Time {
	if t.IsZero() {
		return nil
	}
	return new(Timestamp(t))
}

// Timestamp returns a time as responses have it: in UTC, with the milliseconds
// that the stores hold, so that a record reads the same when it is created and
// later.
func Timestamp(t time.Time) time.Time { return t.UTC().Truncate(time.Millisecond) }

// Value returns what p points to, or the zero value for nil.
func Value[T any](p *T) T {
	if p == nil {
		var zero T
		return zero
	}
	return *p
}

// OrEmpty returns the list, or an empty one for nil, which would be null in
// JSON.
func OrEmpty[T any](list []T) []T {
	if list == nil {
		return []T{}
	}
	return list
}

// Map applies f to each element of a list. The result is never nil.
func Map[A, B any](list []A, f func(A) B) []B {
	out := make([]B, 0, len(list))
	for _, item := range list {
		out = append(out, f(item))
	}
	return out
}

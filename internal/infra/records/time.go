package records

import (
	"context"
	"time"
)

// OtherClock reports whether Time is that of another machine: PostgreSQL has a clock of
// its own.
func (s *Store) OtherClock() bool { return s.d.name == "postgres" }

// Time returns the time of the engine's clock.
func (s *Store) Time(ctx context.Context) (time.Time, error) {
	micros, err := queryOne(ctx, s.read, value[int64], `SELECT `+s.d.now)
	return time.UnixMicro(micros), err
}

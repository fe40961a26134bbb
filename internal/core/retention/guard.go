package retention

import (
	"context"
	"fmt"
	"time"
)

// Slack is the time that the clock may be ahead of the last round. Beyond it
// retention stops, because a wrong clock would delete recent clicks.
const Slack = 14 * 24 * time.Hour

// Rounds stores the time of the last round.
type Rounds interface {
	// LastRound returns the time of the last completed round, or the zero time.
	LastRound() (time.Time, error)
	// SetLastRound stores it.
	SetLastRound(at time.Time) error
}

// ClockError reports that the clock is too far ahead of the last known time.
type ClockError struct {
	Now   time.Time
	Known time.Time // of the last round; before the first round, of the newest click
}

// Error returns both times and what the operator can do.
func (e *ClockError) Error() string {
	return fmt.Sprintf("the clock says %s, %d days after the last known time %s: nothing is deleted. "+
		"Correct the clock, or confirm it with: linnet confirm-clock",
		e.Now.Format(time.RFC3339), int(e.Now.Sub(e.Known)/(24*time.Hour)), e.Known.Format(time.RFC3339))
}

// checkClock returns a *ClockError if now is more than Slack after the last round,
// or, before the first round, after the newest click. Afterwards it ignores
// clicks, because they may have arrived under a wrong clock.
func (s *Service) checkClock(ctx context.Context, now time.Time) error {
	known, err := s.rounds.LastRound()
	if err != nil {
		return fmt.Errorf("read the time of the last round: %w", err)
	}
	if known.IsZero() {
		if known, err = s.clicks.Newest(ctx); err != nil {
			return fmt.Errorf("read the newest click: %w", err)
		}
	}
	if known.IsZero() || now.Sub(known) <= Slack {
		return nil
	}
	return &ClockError{Now: now, Known: known}
}

// ConfirmClock stores the current time as the last known one, on request of the
// operator, and runs a round.
func (s *Service) ConfirmClock(ctx context.Context) error {
	if err := s.rounds.SetLastRound(s.clock.Now()); err != nil {
		return fmt.Errorf("store the confirmed time: %w", err)
	}
	return s.Round(ctx)
}

// Health returns the *ClockError that stopped the last round, or nil.
func (s *Service) Health() error {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.stopped
}

func (s *Service) setStopped(err error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.stopped = err
}

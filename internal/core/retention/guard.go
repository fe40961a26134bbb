package retention

import (
	"context"
	"fmt"
	"time"
)

// Slack is how far the clock may be ahead of the last round before retention
// stops. A clock that jumped would otherwise delete clicks that are young.
const Slack = 14 * 24 * time.Hour

// Rounds remembers when retention last ran.
type Rounds interface {
	// LastRound returns when the last round ended, the zero Time when none did.
	LastRound() (time.Time, error)
	// SetLastRound stores it.
	SetLastRound(at time.Time) error
}

// ClockError reports that the clock is too far ahead of what is known.
type ClockError struct {
	Now   time.Time
	Known time.Time // of the last round, or of the newest click before the first one
}

// Error says both times and what the operator can do.
func (e *ClockError) Error() string {
	return fmt.Sprintf("the clock says %s, %d days after the last known time %s: nothing is deleted. "+
		"Correct the clock, or confirm it with: linnet confirm-clock",
		e.Now.Format(time.RFC3339), int(e.Now.Sub(e.Known)/(24*time.Hour)), e.Known.Format(time.RFC3339))
}

// checkClock returns a *ClockError when now is more than Slack after the last
// round, or before the first round after the newest click. Clicks that arrive
// under a wrong clock do not count once a round is known.
func (k *Keeper) checkClock(ctx context.Context, now time.Time) error {
	known, err := k.rounds.LastRound()
	if err != nil {
		return fmt.Errorf("read the time of the last round: %w", err)
	}
	if known.IsZero() {
		if known, err = k.clicks.Newest(ctx); err != nil {
			return fmt.Errorf("read the newest click: %w", err)
		}
	}
	if known.IsZero() || now.Sub(known) <= Slack {
		return nil
	}
	return &ClockError{Now: now, Known: known}
}

// ConfirmClock makes the present time the last known one, on the operator's
// word, and runs a round.
func (k *Keeper) ConfirmClock(ctx context.Context) error {
	if err := k.rounds.SetLastRound(k.clk.Now()); err != nil {
		return fmt.Errorf("store the confirmed time: %w", err)
	}
	return k.Round(ctx)
}

// Health returns nil, or the *ClockError that stopped the last round.
func (k *Keeper) Health() error {
	k.mu.Lock()
	defer k.mu.Unlock()
	return k.stopped
}

func (k *Keeper) setStopped(err error) {
	k.mu.Lock()
	defer k.mu.Unlock()
	k.stopped = err
}

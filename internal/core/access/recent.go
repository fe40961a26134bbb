package access

import (
	"time"

	"linnet/internal/base/fault"
)

// RecentFor is how long after an authentication a session allows sensitive
// operations.
const RecentFor = 15 * time.Minute

// RequireRecent returns ReauthRequired unless the actor proved their
// identity within RecentFor before now. API keys never did.
func RequireRecent(a Actor, now time.Time) error {
	if now.Sub(a.AuthenticatedAt) < RecentFor {
		return nil
	}
	return fault.New(fault.ReauthRequired, "Confirm your password to continue.")
}

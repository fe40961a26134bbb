package access

import (
	"time"

	"linnet/internal/base/fault"
)

// RecentFor is how long after an authentication a session allows sensitive
// operations.
const RecentFor = 15 * time.Minute

// RequireRecent returns ReauthRequired unless the actor proved their identity with a
// factor of the account within RecentFor before now. API keys never did, nor did
// sessions of single sign-on before they were confirmed.
func RequireRecent(a Actor, now time.Time) error {
	if now.Sub(a.AuthenticatedAt) < RecentFor {
		return nil
	}
	return fault.New(fault.ReauthRequired, "Confirm with your password or a passkey to continue.")
}

package account

import (
	"context"

	"linnet/internal/core/access"
)

// Reauthenticate checks the password of the actor and records the authentication.
// It returns Invalid at "password" for a wrong password, and RateLimited after ten
// of them.
func (s *Service) Reauthenticate(ctx context.Context, a access.Actor, password string) error {
	if err := s.ConfirmPassword(ctx, a, password, "password"); err != nil {
		return err
	}
	return s.RecordAuthentication(ctx, a)
}

// RecordAuthentication records that the user of the actor's session has just
// proved their identity, by whatever factor. access.RequireRecent then allows
// sensitive operations for access.RecentFor.
func (s *Service) RecordAuthentication(ctx context.Context, a access.Actor) error {
	return s.Store.SetAuthenticated(ctx, a.SessionID, s.Clock.Now())
}

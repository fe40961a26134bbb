package account

import (
	"context"

	"linnet/internal/core/access"
	"linnet/internal/core/event"
)

// Reauthenticate checks the password of the actor and records the authentication.
// It returns Invalid at "password" for a wrong password, and RateLimited after ten
// of them.
func (s *Service) Reauthenticate(ctx context.Context, a access.Actor, password string) error {
	if err := s.ConfirmPassword(ctx, a, password, "password"); err != nil {
		return err
	}
	return s.RecordAuthentication(ctx, a, event.AuthPassword)
}

// RecordAuthentication records that the user of the actor's session has just
// proved their identity with a method. access.RequireRecent then allows
// sensitive operations for access.RecentFor.
func (s *Service) RecordAuthentication(ctx context.Context, a access.Actor, method event.AuthMethod) error {
	e := s.event(event.UserReauthenticated, a.By(), a.SessionID, event.Created(event.Authentication{Method: method}))
	return s.Store.SetAuthenticated(ctx, a.SessionID, s.Clock.Now(), e)
}

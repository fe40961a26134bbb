package account

import (
	"context"
	"errors"

	"linnet/internal/base/fault"
	"linnet/internal/core/access"
	"linnet/internal/core/event"
)

// OwnFactors returns with what the actor can confirm their identity. Code is set only
// while the session is confined: other sessions began with the second factor.
func (s *Service) OwnFactors(ctx context.Context, a access.Actor) (OwnFactors, error) {
	if err := access.RequireSignedIn(a); err != nil {
		return OwnFactors{}, err
	}
	f, err := s.Store.OwnFactors(ctx, a.UserID)
	f.Code = f.Code && a.ConfinedTo != ""
	return f, err
}

// Reauthenticate checks the password of the actor and records the authentication. A
// confined session, which began without a factor of the account, needs the second
// factor as a login does, and opens the whole account afterwards. It returns Invalid
// at "password" for a wrong password and at "code" or "recoveryCode" for a second
// factor that is missing or wrong, and RateLimited after ten of them.
func (s *Service) Reauthenticate(ctx context.Context, a access.Actor, password string, f Factor, c Client) error {
	if err := access.RequireSignedIn(a); err != nil {
		return err
	}
	account, err := s.Store.Account(ctx, a.UserID)
	if err != nil {
		return err
	}
	if err := s.confirm(ctx, account, "password", password); err != nil {
		return err
	}
	method := event.AuthPassword
	if a.ConfinedTo != "" {
		verified, err := s.VerifySecondFactor(ctx, account.ID, f.Code, f.RecoveryCode, c.Addr, "")
		if err != nil {
			return invalidFactor(err)
		}
		method = methodOf(f, verified)
	}
	return s.RecordAuthentication(ctx, a, method)
}

// invalidFactor returns Invalid instead of SecondFactor, which stands for a login that
// is not complete: the session of the request stays valid.
func invalidFactor(err error) error {
	var f *fault.Error
	if !fault.Is(err, fault.SecondFactor) || !errors.As(err, &f) {
		return err
	}
	if len(f.Fields) == 0 {
		f = f.At("code")
	}
	invalid := *f
	invalid.Code = fault.Invalid
	return &invalid
}

// RecordAuthentication records that the user of the actor's session has just
// proved their identity with a factor of the account. access.RequireRecent then
// allows sensitive operations for access.RecentFor, and a confined session opens the
// whole account.
func (s *Service) RecordAuthentication(ctx context.Context, a access.Actor, method event.AuthMethod) error {
	e := s.event(event.UserReauthenticated, a.By(), a.SessionID, event.Created(event.Authentication{Method: method}))
	return s.Store.SetAuthenticated(ctx, a.SessionID, s.Clock.Now(), e)
}

package secondfactor

import (
	"context"

	"linnet/internal/base/fault"
	"linnet/internal/core/access"
	"linnet/internal/core/event"
	"linnet/internal/core/securitylog"
)

// Service manages second factors. It is safe for concurrent use.
type Service struct {
	*Verifier
	deps Deps
}

// Deps are the dependencies of a Service.
type Deps struct {
	Verifier *Verifier // also its dependencies are those of the service
	// EmailOf returns the email address of a user, or NotFound.
	EmailOf func(ctx context.Context, userID string) (string, error)
	// ConfirmPassword returns Invalid at field unless password is the actor's.
	ConfirmPassword func(ctx context.Context, a access.Actor, password, field string) error
}

// New returns a service.
func New(d Deps) *Service { return &Service{Verifier: d.Verifier, deps: d} }

// Status returns the second factor of the actor.
func (s *Service) Status(ctx context.Context, a access.Actor) (Status, error) {
	if err := access.RequireUser(a); err != nil {
		return Status{}, err
	}
	factor, err := s.Store.TOTP(ctx, a.UserID)
	if fault.Is(err, fault.NotFound) || err == nil && !factor.confirmed() {
		return Status{}, nil
	}
	if err != nil {
		return Status{}, err
	}
	codes, err := s.Store.CountRecoveryCodes(ctx, a.UserID)
	return Status{EnabledAt: factor.ConfirmedAt, RecoveryCodes: codes}, err
}

// Start returns a new secret for the actor's authenticator app. Logins need no
// code before Confirm. It returns Conflict when the factor is enabled.
func (s *Service) Start(ctx context.Context, a access.Actor) (Setup, error) {
	if err := access.RequireUser(a); err != nil {
		return Setup{}, err
	}
	email, err := s.deps.EmailOf(ctx, a.UserID)
	if err != nil {
		return Setup{}, err
	}
	secret, setup, err := newSetup(email)
	if err != nil {
		return Setup{}, err
	}
	t := TOTP{UserID: a.UserID, Secret: s.Box.Seal(secret, a.UserID), CreatedAt: s.Clock.Now()}
	return setup, s.Store.InsertTOTP(ctx, t)
}

// Confirm enables the factor of Start with its first code, ends the user's other
// sessions and returns the recovery codes, which are not stored in clear. It
// returns Invalid at "code" for a wrong code, and Conflict without a started
// set-up.
func (s *Service) Confirm(ctx context.Context, a access.Actor, code string) (recoveryCodes []string, err error) {
	if err := access.RequireUser(a); err != nil {
		return nil, err
	}
	factor, err := s.Store.TOTP(ctx, a.UserID)
	if fault.Is(err, fault.NotFound) || err == nil && factor.confirmed() {
		return nil, ErrNotStarted()
	}
	if err != nil {
		return nil, err
	}
	secret, err := s.Box.Open(factor.Secret, factor.UserID)
	if err != nil {
		return nil, err
	}
	step, ok := matchingStep(secret, code, s.Clock.Now())
	if !ok {
		return nil, fault.New(fault.Invalid, "This code is not valid. Enter the current code of your authenticator app.").At("code")
	}
	change, err := s.change(a.UserID, a.By(), event.TwoFactorEnabled)
	if err != nil {
		return nil, err
	}
	change.ExceptSession = a.SessionID
	recoveryCodes, change.Codes = newRecoveryCodes()
	if err := s.Store.ConfirmTOTP(ctx, factor.CreatedAt, step, change); err != nil {
		return nil, err
	}
	s.announce(ctx, a.UserID, event.TwoFactorEnabled, securitylog.SecondFactorEnabled)
	return recoveryCodes, nil
}

// Disable removes the actor's factor and recovery codes, and ends the user's
// other sessions. It returns Invalid at "password" for a wrong password, and
// NotFound when the factor is not enabled.
func (s *Service) Disable(ctx context.Context, a access.Actor, password string) error {
	if err := s.deps.ConfirmPassword(ctx, a, password, "password"); err != nil {
		return err
	}
	return s.remove(ctx, a.UserID, a.SessionID, a.By())
}

// ReplaceRecoveryCodes invalidates the actor's recovery codes and returns new
// ones. It returns Invalid at "password" for a wrong password, and NotFound when
// the factor is not enabled.
func (s *Service) ReplaceRecoveryCodes(ctx context.Context, a access.Actor, password string) (recoveryCodes []string, err error) {
	if err := s.deps.ConfirmPassword(ctx, a, password, "password"); err != nil {
		return nil, err
	}
	change, err := s.change(a.UserID, a.By(), event.RecoveryCodesReplaced)
	if err != nil {
		return nil, err
	}
	recoveryCodes, change.Codes = newRecoveryCodes()
	if err := s.Store.ReplaceRecoveryCodes(ctx, change); err != nil {
		return nil, err
	}
	s.announce(ctx, a.UserID, event.RecoveryCodesReplaced, securitylog.RecoveryCodesReplaced)
	return recoveryCodes, nil
}

// Reset removes the factor of a user who lost it, and ends all the user's
// sessions. Only the operator calls it.
func (s *Service) Reset(ctx context.Context, userID string) error {
	return s.remove(ctx, userID, "", event.Actor{Kind: event.System})
}

func (s *Service) remove(ctx context.Context, userID, exceptSession string, by event.Actor) error {
	change, err := s.change(userID, by, event.TwoFactorDisabled)
	if err != nil {
		return err
	}
	change.ExceptSession = exceptSession
	if err := s.Store.DeleteTOTP(ctx, change); err != nil {
		return err
	}
	s.announce(ctx, userID, event.TwoFactorDisabled, securitylog.SecondFactorDisabled)
	return nil
}

// ErrNotStarted is the error of a confirmation without a started set-up.
func ErrNotStarted() error {
	return fault.New(fault.Conflict, "Two-factor authentication is already set up, or its setup was not started. Reload the page.")
}

// ErrEnabled is the error of a set-up while the factor is enabled.
func ErrEnabled() error {
	return fault.New(fault.Conflict, "Two-factor authentication is already on. Turn it off first to use another device.")
}

package operator

import (
	"context"
	"fmt"

	"linnet/internal/base/fault"
	"linnet/internal/core/access"
	"linnet/internal/core/event"
)

// Users returns a page of users.
func (s *Service) Users(ctx context.Context, q Query) (Page[User], error) {
	return s.store.ListUsers(ctx, q.bounded())
}

// IsOperator reports whether As returns a service for the actor.
func (s *Service) IsOperator(ctx context.Context, a access.Actor) (bool, error) {
	_, err := s.As(ctx, a)
	if fault.Is(err, fault.NotFound) || fault.Is(err, fault.ReauthRequired) {
		return false, nil
	}
	return err == nil, err
}

// SetOperator grants or revokes the operator flag of the user with an email
// address. Only commands call it: an operator cannot appoint others.
func (s *Service) SetOperator(ctx context.Context, email string, operator bool) error {
	userID, err := s.store.UserIDByEmail(ctx, email)
	if fault.Is(err, fault.NotFound) {
		return fault.New(fault.NotFound, fmt.Sprintf("There is no user with the email address %q.", email))
	}
	if err != nil {
		return err
	}
	kind := event.OperatorGranted
	if !operator {
		kind = event.OperatorRevoked
	}
	return s.store.SetOperator(ctx, userID, operator, s.event(kind, "", userID, event.None{}))
}

// SuspendUser suspends or restores a user, and returns the workspaces that are
// suspended or restored with the user: those that the user owns and that no other
// suspension concerns. It ends the user's sessions. Operators cannot suspend
// themselves.
func (s *Service) SuspendUser(ctx context.Context, userID string, suspended bool) ([]string, error) {
	kind := event.UserSuspended
	switch {
	case !suspended:
		kind = event.UserRestored
	case s.by.Kind == event.Operator && s.by.ID == userID:
		return nil, fault.New(fault.Conflict, "You cannot suspend your own account.")
	}
	return s.store.SetUserSuspended(ctx, userID, suspended, s.event(kind, "", userID, event.None{}))
}

// EndSessions logs a user out on all devices.
func (s *Service) EndSessions(ctx context.Context, userID string) error {
	return s.store.DeleteSessions(ctx, userID, s.event(event.SessionsEnded, "", userID, event.None{}))
}

package singlesignon

import (
	"context"

	"linnet/internal/core/access"
	"linnet/internal/core/event"
	"linnet/internal/core/securitylog"
)

// Identities returns the identities that sign in as the actor, oldest first.
func (s *Service) Identities(ctx context.Context, a access.Actor) ([]LinkedIdentity, error) {
	if err := access.RequireUser(a); err != nil {
		return nil, err
	}
	return s.Store.Identities(ctx, a.UserID)
}

// Disconnect deletes the actor's identity of a connection, and ends the sessions that
// it began. The next sign-in links it again, with a Proof. It returns NotFound when
// there is none.
func (s *Service) Disconnect(ctx context.Context, a access.Actor, connectionID string) error {
	if err := access.RequireUser(a); err != nil {
		return err
	}
	mail, err := s.Notices.SecurityMail(a.UserID, event.UserSSOUnlinked)
	if err != nil {
		return err
	}
	err = s.Store.Disconnect(ctx, Disconnection{
		UserID:       a.UserID,
		ConnectionID: connectionID,
		Mail:         mail,
		Event:        event.New(a.By(), event.UserSSOUnlinked, "", a.UserID, event.None{}, s.Clock.Now()),
	})
	if err != nil {
		return err
	}
	s.announce(ctx, a.UserID, event.UserSSOUnlinked, securitylog.SingleSignOnUnlinked, connectionID)
	return nil
}

// announce records a stored change in the security log and notifies the user. A
// failure is logged only.
func (s *Service) announce(ctx context.Context, userID string, kind event.Kind, logged securitylog.Kind, connectionID string) {
	s.Security.Record(ctx, logged, userID, connectionID)
	if err := s.Notices.SecurityChange(ctx, userID, kind); err != nil {
		s.Log.WarnContext(ctx, "notification not stored", "kind", string(kind), "err", err)
	}
}

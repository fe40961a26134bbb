package account

import (
	"context"
	"time"

	"linnet/internal/base/fault"
	"linnet/internal/base/ident"
	"linnet/internal/core/access"
	"linnet/internal/core/event"
)

// Limits of sessions.
const (
	SessionIdle = 30 * 24 * time.Hour // lifetime without use
	SessionLife = 90 * 24 * time.Hour // lifetime in any case
	MaxSessions = 50                  // per user
	seenEvery   = 5 * time.Minute     // shortest interval between updates of LastSeenAt
)

// expiryAt returns the expiry of a session that is used at now.
func (s Session) expiryAt(now time.Time) time.Time {
	idle, end := now.Add(SessionIdle), s.EndsAt()
	if idle.After(end) {
		return end
	}
	return idle
}

// newSession returns a new session of the user and its secret.
func (s *Service) newSession(userID string, c Client) (session NewSession, token string) {
	c = c.bounded()
	secret := ident.NewSecret("")
	now := s.Clock.Now()
	return NewSession{
		Session: Session{
			ID:              ident.New(ident.Session),
			UserID:          userID,
			DeviceID:        c.DeviceID,
			UserAgent:       c.UserAgent,
			Place:           s.Places.Locate(c.Addr).Name(),
			CreatedAt:       now,
			LastSeenAt:      now,
			ExpiresAt:       now.Add(SessionIdle),
			AuthenticatedAt: now,
		},
		Secret: secret.Hash,
	}, secret.Text
}

// Authenticate returns the session of a token. It returns Unauthenticated when
// the token is missing, unknown, revoked, was not used for SessionIdle or is
// older than SessionLife. It updates LastSeenAt at most every few minutes.
func (s *Service) Authenticate(ctx context.Context, token string) (Session, error) {
	if token == "" {
		return Session{}, fault.New(
			fault.Unauthenticated,
			"You are not logged in. Log in, and send the token with each call: “Authorization: Bearer <token>”.",
		)
	}
	session, err := s.Store.SessionBySecret(ctx, ident.HashSecret(token))
	if fault.Is(err, fault.NotFound) {
		return Session{}, loggedOut()
	}
	if err != nil {
		return Session{}, err
	}
	now := s.Clock.Now()
	if !now.Before(session.ExpiresAt) || !now.Before(session.EndsAt()) {
		return Session{}, loggedOut()
	}
	if now.Sub(session.LastSeenAt) >= seenEvery {
		session.LastSeenAt, session.ExpiresAt = now, session.expiryAt(now)
		err := s.Store.TouchSession(ctx, session.ID, session.LastSeenAt, session.ExpiresAt)
		s.logFailure(ctx, "update session last_seen failed", err)
	}
	return session, nil
}

func loggedOut() error {
	return fault.New(fault.Unauthenticated, "This token is unknown, or its session has ended. Log in again.")
}

// Sessions returns the actor's sessions on all devices, last seen
// first. The current session has the id a.SessionID.
func (s *Service) Sessions(ctx context.Context, a access.Actor) ([]Session, error) {
	if err := access.RequireUser(a); err != nil {
		return nil, err
	}
	sessions, err := s.Store.Sessions(ctx, a.UserID, s.Clock.Now())
	if err != nil {
		return nil, err
	}
	for i := range sessions {
		sessions[i].Device = s.deviceName(sessions[i].UserAgent)
	}
	return sessions, nil
}

// RevokeSession deletes one of the actor's sessions. It returns NotFound for a
// session of another user.
func (s *Service) RevokeSession(ctx context.Context, a access.Actor, id string) error {
	if err := access.RequireUser(a); err != nil {
		return err
	}
	kind := event.SessionRevoked
	if id == a.SessionID {
		kind = event.UserLoggedOut
	}
	return s.endSession(ctx, a, id, kind)
}

func (s *Service) endSession(ctx context.Context, a access.Actor, id string, kind event.Kind) error {
	return s.Store.DeleteSession(ctx, a.UserID, id, s.event(kind, a.By(), id, event.None{}))
}

// RevokeOtherSessions deletes the actor's sessions except the current one. With
// disconnect it also disconnects the account from single sign-on.
func (s *Service) RevokeOtherSessions(ctx context.Context, a access.Actor, disconnect bool) error {
	if err := access.RequireUser(a); err != nil {
		return err
	}
	return s.Store.DeleteOtherSessions(ctx, a.UserID, a.SessionID, s.disconnection(disconnect, a.By(), a.UserID),
		s.event(event.OtherSessionsRevoked, a.By(), a.UserID, event.None{}))
}

// disconnection returns the change that disconnects a user from single sign-on, or
// nil without one.
func (s *Service) disconnection(wanted bool, by event.Actor, userID string) *Disconnection {
	if !wanted {
		return nil
	}
	return &Disconnection{Event: s.event(event.UserSSOUnlinked, by, userID, event.None{})}
}

// deviceName describes a user agent, such as "Firefox on Linux".
func (s *Service) deviceName(userAgent string) string {
	agent := s.Agents.Parse(userAgent)
	switch {
	case agent.Browser != "" && agent.OS != "":
		return agent.Browser + " on " + agent.OS
	case agent.Browser != "":
		return agent.Browser
	case agent.OS != "":
		return agent.OS
	default:
		return "An unknown device"
	}
}

package account

import (
	"context"
	"time"

	"linnet/internal/base/fault"
	"linnet/internal/base/ident"
	"linnet/internal/core/access"
)

// SessionIdle is how long a session lives without use, SessionLife how long it
// lives at most however often it is used. MaxSessions is how many a user has at
// once; seenEvery is how often "last seen" is written at most.
const (
	SessionIdle = 30 * 24 * time.Hour
	SessionLife = 90 * 24 * time.Hour
	MaxSessions = 50
	seenEvery   = 5 * time.Minute
)

// expiryAt returns when a session that is used at now expires next.
func (s Session) expiryAt(now time.Time) time.Time {
	idle, end := now.Add(SessionIdle), s.CreatedAt.Add(SessionLife)
	if idle.After(end) {
		return end
	}
	return idle
}

// newSession draws a session for the user and its secret.
func (s *Service) newSession(userID string, c Client) (session NewSession, token string) {
	c = c.bounded()
	secret := ident.NewSecret("")
	now := s.Clock.Now()
	return NewSession{
		Session: Session{
			ID: ident.New(ident.Session), UserID: userID, DeviceID: c.DeviceID, UserAgent: c.UserAgent,
			Place: s.placeName(c), CreatedAt: now, LastSeenAt: now, ExpiresAt: now.Add(SessionIdle),
		},
		Secret: secret.Hash,
	}, secret.Text
}

// Authenticate returns the session that token opens. It is Unauthenticated
// when the token is missing, unknown, revoked, was not used for SessionIdle or
// is older than SessionLife. It notes that the session was seen, every few
// minutes.
func (s *Service) Authenticate(ctx context.Context, token string) (Session, error) {
	if token == "" {
		return Session{}, fault.New(fault.Unauthenticated, "You are not logged in. Log in, and send the token with each call: “Authorization: Bearer <token>”.")
	}
	session, err := s.Store.SessionBySecret(ctx, ident.HashSecret(token))
	if fault.Is(err, fault.NotFound) {
		return Session{}, loggedOut()
	}
	if err != nil {
		return Session{}, err
	}
	now := s.Clock.Now()
	if !now.Before(session.ExpiresAt) || !now.Before(session.CreatedAt.Add(SessionLife)) {
		return Session{}, loggedOut()
	}
	if now.Sub(session.LastSeenAt) >= seenEvery {
		session.LastSeenAt, session.ExpiresAt = now, session.expiryAt(now)
		err := s.Store.TouchSession(ctx, session.ID, session.LastSeenAt, session.ExpiresAt)
		s.logged(ctx, "a session's last use was not noted", err)
	}
	return session, nil
}

func loggedOut() error {
	return fault.New(fault.Unauthenticated, "Your session has ended. Please log in again.")
}

// Sessions returns the actor's sessions on all devices, the one seen last
// first. The actor's own is the one whose id is a.SessionID.
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

// RevokeSession ends one of the actor's sessions, on whatever device.
func (s *Service) RevokeSession(ctx context.Context, a access.Actor, id string) error {
	if err := access.RequireUser(a); err != nil {
		return err
	}
	return s.Store.DeleteSession(ctx, a.UserID, id)
}

// deviceName says a user agent in words: "Firefox on Linux".
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

// placeName says where the client is: "Berlin, DE", "DE", or nothing.
func (s *Service) placeName(c Client) string {
	place := s.Places.Locate(c.Addr)
	if place.City != "" && place.Country != "" {
		return place.City + ", " + place.Country
	}
	return place.Country
}
